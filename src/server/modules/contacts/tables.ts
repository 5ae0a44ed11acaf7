import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** Who may call whose supplier until when. One row a reader and resource; unlocking again after its end is a new number. */
export const contact_unlocks = pgTable(
  'contact_unlocks',
  {
    id: id(),
    user_id: ref().notNull(),
    item_id: ref().notNull(),
    /** Number of this unlock, for the ledger and the provider: the same number is paid and connected once. */
    unlock_no: text().notNull(),
    /** free, company, coin, coupon */
    paid_by: text().notNull(),
    coins: integer().notNull().default(0),
    coupon_id: ref(),
    /** Number of the reader from which calls are taken. */
    caller_number: text().notNull(),
    /** What they dial; empty: not connected yet. */
    x_number: text().notNull().default(''),
    created_at: created(),
    expires_at: at().notNull(),
  },
  (t) => [
    uniqueIndex('contact_unlocks_once').on(t.user_id, t.item_id),
    uniqueIndex('contact_unlocks_no').on(t.unlock_no),
    index('contact_unlocks_of_item').on(t.item_id),
    index('contact_unlocks_by_payment').on(t.paid_by, t.created_at, t.id),
    index('contact_unlocks_by_time').on(t.created_at, t.id),
    check('contact_unlocks_coins', sql`${t.coins} >= 0`),
    check('contact_unlocks_paid_by', sql`${t.paid_by} in ('free', 'company', 'coin', 'coupon')`),
  ],
);
