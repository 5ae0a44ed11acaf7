import { sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** Money off one order. type: 5 scheme, 19 design, 20 PPT (spec 7). */
export const user_coupons = pgTable(
  'user_coupons',
  {
    id: id(),
    user_id: ref().notNull(),
    type: smallint().notNull(),
    title: text().notNull(),
    amount_fen: fen().notNull(),
    /** Lowest price at which it may be used. */
    min_price_fen: fen().notNull().default(0),
    /** free, held, redeemed */
    status: text().notNull().default('free'),
    order_id: ref(),
    use_end_time: at().notNull(),
    created_at: created(),
  },
  (t) => [
    check('user_coupons_amount', sql`${t.amount_fen} > 0 and ${t.min_price_fen} >= 0`),
    index('user_coupons_of_user').on(t.user_id, t.status),
  ],
);

/** One item without paying. */
export const user_vouchers = pgTable(
  'user_vouchers',
  {
    id: id(),
    user_id: ref().notNull(),
    /** Kind of item it opens. */
    kind: smallint().notNull(),
    /** free, redeemed */
    status: text().notNull().default('free'),
    item_id: ref(),
    use_end_time: at().notNull(),
    redeemed_at: at(),
    created_at: created(),
  },
  (t) => [index('user_vouchers_of_user').on(t.user_id, t.kind, t.status)],
);
