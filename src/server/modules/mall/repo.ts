import { and, asc, count, desc, eq, gte, inArray, isNull, sql, sum } from 'drizzle-orm';
import { bothWays, choiceFilter, dayFilters, type KeysetSource, numberFilter, wordFilter } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { mall_goods, mall_redemptions } from './tables.ts';

export type GoodsRecord = typeof mall_goods.$inferSelect;
export type RedemptionRecord = typeof mall_redemptions.$inferSelect;

/** One redemption of a person at a time. Held until the transaction ends. */
export async function lockRedeemer(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mall/${user_id}`}, 0))`);
}

/** What is offered, of one kind or all, in the order that staff gave. */
export function findOffered(db: Queryable, kind: string | null): Promise<GoodsRecord[]> {
  return db
    .select()
    .from(mall_goods)
    .where(and(eq(mall_goods.is_on, true), ...(kind ? [eq(mall_goods.kind, kind)] : [])))
    .orderBy(asc(mall_goods.sort), asc(mall_goods.id))
    .limit(200);
}

export async function findGoods(db: Queryable, id: number): Promise<GoodsRecord | null> {
  return (await db.select().from(mall_goods).where(eq(mall_goods.id, id)))[0] ?? null;
}

export async function insertGoods(db: Tx, row: typeof mall_goods.$inferInsert): Promise<number> {
  return (await db.insert(mall_goods).values(row).returning({ id: mall_goods.id }))[0]?.id ?? 0;
}

/** Changes goods whose stock is still what the form showed; false when it is not. */
export async function updateGoods(
  db: Tx,
  id: number,
  change: Partial<typeof mall_goods.$inferInsert>,
  left_before?: number | null,
): Promise<boolean> {
  const rows = await db
    .update(mall_goods)
    .set(change)
    .where(
      and(eq(mall_goods.id, id), ...(left_before === undefined ? [] : [sql`${mall_goods.left_num} is not distinct from ${left_before}`])),
    )
    .returning({ id: mall_goods.id });
  return rows.length > 0;
}

const take = statement<{ id: number }>(
  'mall_take_stock',
  `update mall_goods set left_num = left_num - $2, redeemed_num = redeemed_num + $2
   where id = $1 and is_on and (left_num is null or left_num >= $2) returning id`,
);

/** Takes so many from the stock; false when there are fewer. */
export async function takeStock(db: Tx, goods_id: number, num: number): Promise<boolean> {
  return (await take(db, [goods_id, num])).length > 0;
}

const put = statement('mall_put_stock', 'update mall_goods set left_num = left_num + $2, redeemed_num = redeemed_num - $3 where id = $1');

/** Puts so many back (0: they are not to be had again) and counts them as not redeemed. */
export async function putStock(db: Tx, goods_id: number, { back, num }: { back: number; num: number }): Promise<void> {
  await put(db, [goods_id, back, num]);
}

/** How many of these goods somebody has redeemed and neither cancelled nor returned. */
export async function countRedeemed(db: Queryable, user_id: number, goods_id: number): Promise<number> {
  const rows = await db
    .select({ n: sum(mall_redemptions.num).mapWith(Number) })
    .from(mall_redemptions)
    .where(and(eq(mall_redemptions.user_id, user_id), eq(mall_redemptions.goods_id, goods_id), isNull(mall_redemptions.ended_at)));
  return rows[0]?.n ?? 0;
}

/** What these people redeemed of the goods since then and did not give back, the newest first. */
export function findRedeemedBy(
  db: Queryable,
  of: { user_ids: readonly number[]; goods_id: number; since: Date },
): Promise<RedemptionRecord[]> {
  return db
    .select()
    .from(mall_redemptions)
    .where(
      and(
        inArray(mall_redemptions.user_id, [...of.user_ids]),
        eq(mall_redemptions.goods_id, of.goods_id),
        isNull(mall_redemptions.ended_at),
        gte(mall_redemptions.created_at, of.since),
      ),
    )
    .orderBy(desc(mall_redemptions.id))
    .limit(100);
}

export function findRedemptions(db: Queryable, ids: readonly number[]): Promise<RedemptionRecord[]> {
  return db
    .select()
    .from(mall_redemptions)
    .where(inArray(mall_redemptions.id, [...ids]));
}

export async function insertRedemption(db: Tx, row: typeof mall_redemptions.$inferInsert): Promise<RedemptionRecord> {
  return (await db.insert(mall_redemptions).values(row).returning())[0] as RedemptionRecord;
}

export async function findByKey(db: Queryable, user_id: number, key: string): Promise<RedemptionRecord | null> {
  const rows = await db
    .select()
    .from(mall_redemptions)
    .where(and(eq(mall_redemptions.user_id, user_id), eq(mall_redemptions.key, key)));
  return rows[0] ?? null;
}

export async function findRedemption(db: Queryable, id: number): Promise<RedemptionRecord | null> {
  return (await db.select().from(mall_redemptions).where(eq(mall_redemptions.id, id)))[0] ?? null;
}

export async function lockRedemption(db: Tx, id: number): Promise<RedemptionRecord | null> {
  return (await db.select().from(mall_redemptions).where(eq(mall_redemptions.id, id)).for('update'))[0] ?? null;
}

export async function lockByNumber(db: Tx, redeem_no: string): Promise<RedemptionRecord | null> {
  return (await db.select().from(mall_redemptions).where(eq(mall_redemptions.redeem_no, redeem_no)).for('update'))[0] ?? null;
}

export async function setRedemption(db: Tx, id: number, change: Partial<RedemptionRecord>): Promise<void> {
  await db.update(mall_redemptions).set(change).where(eq(mall_redemptions.id, id));
}

const ofOwner = (user_id: number, states: readonly string[]) =>
  and(eq(mall_redemptions.user_id, user_id), ...(states.length > 0 ? [inArray(mall_redemptions.state, [...states])] : []));

/** Somebody's own, of these states (none: all), the newest first. */
export async function findOwn(
  db: Queryable,
  want: { user_id: number; states: readonly string[]; offset: number; limit: number },
): Promise<{ rows: RedemptionRecord[]; total: number }> {
  const where = ofOwner(want.user_id, want.states);
  const rows = await db
    .select()
    .from(mall_redemptions)
    .where(where)
    .orderBy(desc(mall_redemptions.id))
    .offset(want.offset)
    .limit(want.limit);
  const counted = await db.select({ n: count() }).from(mall_redemptions).where(where);
  return { rows, total: counted[0]?.n ?? 0 };
}

/** What waits to be sent, the oldest first. */
export function findWaiting(db: Queryable, limit: number): Promise<RedemptionRecord[]> {
  return db.select().from(mall_redemptions).where(eq(mall_redemptions.state, 'waiting')).orderBy(asc(mall_redemptions.id)).limit(limit);
}

const receive = statement<{ id: number }>(
  'mall_receive_shipped',
  `update mall_redemptions set state = 'received', received_at = $2 where state = 'shipped' and shipped_at <= $1 returning id`,
);

/** What was sent by then counts as received. Returns how many. */
export async function receiveShipped(db: Queryable, shipped_by: Date, now: Date): Promise<number> {
  return (await receive(db, [shipped_by, now])).length;
}

export interface GoodsLine {
  id: number;
  kind: string;
  title: string;
  points: number;
  left_num: number | null;
  redeemed_num: number;
  is_on: boolean;
  updated_at: number;
}

/** All goods, for staff. */
export const goodsSource: KeysetSource = {
  select: sql`g.id, g.kind, g.title, g.points, g.left_num, g.redeemed_num, g.is_on, floor(extract(epoch from g.updated_at))::bigint as updated_at`,
  from: sql`mall_goods g`,
  id: sql`g.id`,
  id_cast: 'bigint',
  filters: {
    kind: wordFilter(sql`g.kind`, ['physical', 'coupon', 'membership', 'card']),
    state: choiceFilter({ on: sql`g.is_on`, off: sql`not g.is_on`, out: sql`g.left_num = 0` }),
    ...dayFilters(sql`g.updated_at`),
  },
  orders: bothWays({ by: sql`g.updated_at`, cast: 'timestamptz' }),
};

export interface RedemptionLine {
  id: number;
  redeem_no: string;
  user_id: number;
  title: string;
  kind: string;
  num: number;
  total_points: number;
  state: string;
  created_at: number;
}

/** All redemptions, for staff; addresses are revealed one by one. */
export const redemptionSource: KeysetSource = {
  select: sql`r.id, r.redeem_no, r.user_id, r.title, r.kind, r.num, r.total_points, r.state,
    floor(extract(epoch from r.created_at))::bigint as created_at`,
  from: sql`mall_redemptions r`,
  id: sql`r.id`,
  id_cast: 'bigint',
  filters: {
    state: wordFilter(sql`r.state`, ['waiting', 'shipped', 'received', 'asked', 'returned', 'cancelled']),
    goods: numberFilter(sql`r.goods_id`),
    user: numberFilter(sql`r.user_id`),
    ...dayFilters(sql`r.created_at`),
  },
  people: [sql`r.user_id`],
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`r.user_id = ${Number(text)}::bigint` : sql`r.redeem_no = ${text}`),
  orders: bothWays({ by: sql`r.created_at`, cast: 'timestamptz' }),
};

/** Redemptions of the user that wait for staff: to be sent, or asked back. */
export function countToShip(db: Queryable, user_id: number): Promise<number> {
  return db.$count(mall_redemptions, and(eq(mall_redemptions.user_id, user_id), inArray(mall_redemptions.state, ['waiting', 'asked'])));
}

export async function clearReceiver(db: Tx, user_id: number): Promise<void> {
  await db
    .update(mall_redemptions)
    .set({ receiver: '', tel: '', address: '', remark: '', back_parcel: '' })
    .where(eq(mall_redemptions.user_id, user_id));
}

// for the package of somebody's data
export const redemptionRows = ownRows(mall_redemptions, mall_redemptions.user_id, [mall_redemptions.id], { ours: [mall_redemptions.key] });
