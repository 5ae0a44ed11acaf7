import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** What points are redeemed for. */
export const mall_goods = pgTable(
  'mall_goods',
  {
    id: id(),
    /** physical, coupon, membership, card */
    kind: text().notNull(),
    title: text().notNull(),
    about: text().notNull().default(''),
    content: text().notNull().default(''),
    cover_src: text().notNull().default(''),
    points: integer().notNull(),
    /** Crossed out beside the points; 0: not shown. */
    market_price_fen: fen().notNull().default(0),
    /** Left to redeem. Null: there is always one. */
    left_num: integer(),
    redeemed_num: integer().notNull().default(0),
    /** 0: no bound. */
    per_person: integer().notNull().default(0),
    /** Of a coupon: definition_id; of a membership: vip_type, days, max_download_pre_day; of cards: cards. */
    terms: jsonb().$type<Record<string, number>>().notNull().default({}),
    is_on: boolean().notNull().default(false),
    sort: integer().notNull().default(0),
    created_at: created(),
    updated_at: at().notNull(),
  },
  (t) => [
    index('mall_goods_shown').on(t.sort, t.id).where(sql`${t.is_on}`),
    index('mall_goods_by_time').on(t.updated_at, t.id),
    check('mall_goods_kind', sql`${t.kind} in ('physical', 'coupon', 'membership', 'card')`),
    check('mall_goods_numbers', sql`${t.points} > 0 and ${t.market_price_fen} >= 0 and ${t.per_person} >= 0`),
    check('mall_goods_stock', sql`(${t.left_num} is null or ${t.left_num} >= 0) and ${t.redeemed_num} >= 0`),
  ],
);

/** One redemption with what was known when it was made. */
export const mall_redemptions = pgTable(
  'mall_redemptions',
  {
    id: id(),
    /** For people. */
    redeem_no: text().notNull(),
    user_id: ref().notNull(),
    goods_id: ref()
      .notNull()
      .references(() => mall_goods.id),
    kind: text().notNull(),
    title: text().notNull(),
    cover_src: text().notNull(),
    num: integer().notNull(),
    /** Of one, and of all. */
    points: integer().notNull(),
    total_points: integer().notNull(),
    /** waiting, shipped, received, asked (to be returned), returned, cancelled. What is given at once is received at once. */
    state: text().notNull(),
    /** Idempotency of the person. */
    key: text().notNull(),
    receiver: text().notNull().default(''),
    tel: text().notNull().default(''),
    address: text().notNull().default(''),
    carrier: text().notNull().default(''),
    tracking_no: text().notNull().default(''),
    /** What its owner asks for: a size, a colour, when somebody is there. */
    remark: text().notNull().default(''),
    /** Carrier and number of what they send back. */
    back_parcel: text().notNull().default(''),
    /** What it brought, in words: a coupon, a membership until when. */
    given: text().notNull().default(''),
    /** Of the person who asks for a return or cancels; of staff who answer. */
    reason: text().notNull().default(''),
    answer: text().notNull().default(''),
    created_at: created(),
    shipped_at: at(),
    received_at: at(),
    asked_at: at(),
    ended_at: at(),
  },
  (t) => [
    uniqueIndex('mall_redemptions_no').on(t.redeem_no),
    uniqueIndex('mall_redemptions_key').on(t.user_id, t.key),
    index('mall_redemptions_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    index('mall_redemptions_of_goods').on(t.user_id, t.goods_id),
    index('mall_redemptions_by_time').on(t.created_at, t.id),
    index('mall_redemptions_state').on(t.state, t.id),
    index('mall_redemptions_underway').on(t.shipped_at, t.id).where(sql`${t.state} = 'shipped'`),
    check('mall_redemptions_state', sql`${t.state} in ('waiting', 'shipped', 'received', 'asked', 'returned', 'cancelled')`),
    check('mall_redemptions_points', sql`${t.num} > 0 and ${t.total_points} = ${t.points} * ${t.num}`),
    check('mall_redemptions_ended', sql`(${t.state} in ('returned', 'cancelled')) = (${t.ended_at} is not null)`),
  ],
);
