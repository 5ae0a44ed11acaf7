import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/**
 * Money off one order. What it pays for is `use`, the name of an order's subject, together with `type`: item 5 scheme, 19 design, 20 PPT;
 * membership 3 scheme, 5 all-site (spec 7). The numbers alone have two meanings.
 */
export const user_coupons = pgTable(
  'user_coupons',
  {
    id: id(),
    user_id: ref().notNull(),
    use: text().notNull().default('item'),
    type: smallint().notNull(),
    title: text().notNull(),
    /** What it takes off; of one by percent the most that it takes off. */
    amount_fen: fen().notNull(),
    /** 0: the amount; otherwise so many hundredths of the price. */
    percent_off: smallint().notNull().default(0),
    /** Lowest price at which it may be used. */
    min_price_fen: fen().notNull().default(0),
    /** free, held, redeemed */
    status: text().notNull().default('free'),
    order_id: ref(),
    use_end_time: at().notNull(),
    /** What it was given by, and the how-manieth this person got of it; null: by staff or tests, one by one. */
    definition_id: ref(),
    nth: integer(),
    created_at: created(),
  },
  (t) => [
    check('user_coupons_amount', sql`${t.amount_fen} > 0 and ${t.min_price_fen} >= 0`),
    check('user_coupons_percent', sql`${t.percent_off} between 0 and 99`),
    index('user_coupons_of_user').on(t.user_id, t.status),
    index('user_coupons_ending').on(t.use_end_time).where(sql`${t.status} = 'free'`),
    uniqueIndex('user_coupons_nth').on(t.definition_id, t.user_id, t.nth).where(sql`${t.definition_id} is not null`),
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
    title: text().notNull().default(''),
    definition_id: ref(),
    nth: integer(),
    created_at: created(),
  },
  (t) => [
    index('user_vouchers_of_user').on(t.user_id, t.kind, t.status),
    uniqueIndex('user_vouchers_nth').on(t.definition_id, t.user_id, t.nth).where(sql`${t.definition_id} is not null`),
  ],
);

/** What coupons, or vouchers (`use` voucher, `type` the kind's code), are made from. */
export const coupon_definitions = pgTable(
  'coupon_definitions',
  {
    id: id(),
    use: text().notNull(),
    type: smallint().notNull(),
    title: text().notNull(),
    amount_fen: fen().notNull().default(0),
    percent_off: smallint().notNull().default(0),
    min_price_fen: fen().notNull().default(0),
    /** When it may be claimed; null: no bound. */
    claim_from: at(),
    claim_to: at(),
    /** A day for all, or so many days after it was got; the earlier of both. */
    use_end_time: at(),
    valid_days: integer().notNull().default(0),
    /** How many may be claimed; null: no bound. */
    stock: integer(),
    claimed_num: integer().notNull().default(0),
    per_person: integer().notNull().default(1),
    /** Readers may claim it themselves; otherwise it comes by code, by staff, or with a new account. */
    claimable: boolean().notNull().default(false),
    /** Claimed by itself where it could be used (spec 4, VIP order flow). */
    auto_get: boolean().notNull().default(false),
    /** Given to every new account. */
    for_new: boolean().notNull().default(false),
    is_on: boolean().notNull().default(true),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [
    check('coupon_definitions_amount', sql`${t.min_price_fen} >= 0 and (${t.amount_fen} > 0 or ${t.use} = 'voucher')`),
    check('coupon_definitions_percent', sql`${t.percent_off} between 0 and 99`),
    // an order never falls to ¥0 by what everybody may get
    check(
      'coupon_definitions_gift',
      sql`not (${t.for_new} or ${t.claimable} or ${t.auto_get}) or ${t.use} in ('voucher', 'contact') or ${t.percent_off} > 0 or ${t.min_price_fen} > ${t.amount_fen}`,
    ),
    check('coupon_definitions_end', sql`${t.use_end_time} is not null or ${t.valid_days} > 0`),
    check('coupon_definitions_stock', sql`${t.stock} is null or ${t.claimed_num} <= ${t.stock}`),
    index('coupon_definitions_by_time').on(t.updated_at, t.id),
    index('coupon_definitions_for_new').on(t.id).where(sql`${t.for_new} and ${t.is_on}`),
  ],
);

/** Which account of a browser or phone used a gift: what everybody may get is used as one account there. */
export const gift_uses = pgTable(
  'gift_uses',
  {
    definition_id: ref().notNull(),
    /** Hash of a browser's cookie, or of a phone. */
    trace: text().notNull(),
    user_id: ref().notNull(),
    /** The coupon that is held or used; null: a voucher. */
    coupon_id: ref(),
    used_at: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.definition_id, t.trace] }), index('gift_uses_of_coupon').on(t.coupon_id)],
);

/** Codes that were made together. */
export const coupon_batches = pgTable(
  'coupon_batches',
  {
    id: id(),
    definition_id: ref()
      .notNull()
      .references(() => coupon_definitions.id),
    title: text().notNull(),
    num: integer().notNull(),
    redeemed_num: integer().notNull().default(0),
    /** Codes that one person may use. */
    per_person: integer().notNull().default(1),
    ends_at: at().notNull(),
    stopped: boolean().notNull().default(false),
    created_by: ref().notNull(),
    created_at: created(),
  },
  (t) => [index('coupon_batches_by_time').on(t.created_at, t.id)],
);

/** Codes are stored as hashes: they leave once, in the CSV of their batch. */
export const coupon_codes = pgTable(
  'coupon_codes',
  {
    code_hash: text().primaryKey(),
    batch_id: ref()
      .notNull()
      .references(() => coupon_batches.id),
    /** Who used it. */
    user_id: ref(),
    redeemed_at: at(),
  },
  (t) => [index('coupon_codes_of_batch').on(t.batch_id, t.user_id)],
);
