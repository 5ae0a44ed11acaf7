import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { batched } from '../../db/batched.ts';
import { bothWays, choiceFilter, containing, dayFilters, type KeysetSource, numberFilter, wordFilter } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { UnionPart } from './rules.ts';
import { union_bundles, union_rights } from './tables.ts';

export type BundleRow = typeof union_bundles.$inferSelect;
export type RightRow = typeof union_rights.$inferSelect;
type BundleValues = Omit<typeof union_bundles.$inferInsert, 'id' | 'created_at'>;

const byIds = statement<BundleRow>('union_bundles_by_ids', 'select * from union_bundles where id = any($1::bigint[])');

/** Look-ups at the same time share a statement. */
export const findBundle = batched(async (db, ids: readonly number[]): Promise<Array<BundleRow | null>> => {
  const found = new Map((await byIds(db, [[...new Set(ids)]])).map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
});

export function findBundles(db: Queryable): Promise<BundleRow[]> {
  return db
    .select()
    .from(union_bundles)
    .where(eq(union_bundles.is_on, true))
    .orderBy(asc(union_bundles.sort), asc(union_bundles.id))
    .limit(50);
}

export async function insertBundle(db: Tx, values: BundleValues, created_at: Date): Promise<number> {
  const rows = await db
    .insert(union_bundles)
    .values({ ...values, created_at })
    .returning({ id: union_bundles.id });
  return rows[0]?.id as number;
}

export async function updateBundle(db: Tx, id: number, values: Partial<BundleValues>): Promise<boolean> {
  const rows = await db.update(union_bundles).set(values).where(eq(union_bundles.id, id)).returning({ id: union_bundles.id });
  return rows.length > 0;
}

const lock = statement(
  'union_lock',
  `select pg_advisory_xact_lock(hashtextextended('union/' || k.user_id, 0)) from unnest($1::bigint[]) with ordinality as k(user_id, n) order by k.n`,
);

/** One at a time decides how many months the phones of these users have; in one order everywhere. */
export async function lockUnionOf(db: Tx, ...user_ids: readonly number[]): Promise<void> {
  await lock(db, [[...new Set(user_ids)].sort((a, b) => a - b)]);
}

const months = statement<{ n: number; months: number }>(
  'union_months',
  `select k.n, (select coalesce(sum(r.months), 0)::int from union_rights r where r.user_id = k.user_id and r.sort = 'partner' and r.order_id <> k.order_id
     and r.state in ('held', 'waiting', 'active') and (r.ends_at is null or r.ends_at > k.now)) as months
   from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) with ordinality as k(user_id, order_id, now, n) order by k.n`,
);

/** Months at partners that are held, wait or run, of each user without those of one order. In the order given. */
export async function countAllMonths(
  db: Queryable,
  of: ReadonlyArray<{ user_id: number; not_order_id: number; now: Date }>,
): Promise<number[]> {
  const column = <C extends keyof (typeof of)[0]>(name: C) => of.map((row) => row[name]);
  const rows = await months(db, [column('user_id'), column('not_order_id'), column('now')]);
  return rows.map(({ months }) => months);
}

const monthsOf = batched(countAllMonths);

/** The same of one; look-ups at the same time share a statement. */
export function countMonths(db: Queryable, user_id: number, not_order_id: number, now: Date): Promise<number> {
  return monthsOf(db, { user_id, not_order_id, now });
}

/** A right as its order is written; the rest of the row is what becomes of it. */
export type NewRight = Omit<
  RightRow,
  ('id' | 'state' | 'attempts' | 'next_try_at' | 'last_error') | ('partner_no' | 'starts_at' | 'ends_at' | 'granted_at' | 'ended_at')
>;

const insert = statement(
  'union_insert_rights',
  `insert into union_rights (order_id, orderid, bundle_id, user_id, part, sort, title, vip_type, days, max_download_pre_day, partner, product,
     months, phone, price_fen, request_no, created_at)
   select * from jsonb_to_recordset($1::jsonb) as g(order_id bigint, orderid text, bundle_id bigint, user_id bigint, part smallint, sort text,
     title text, vip_type smallint, days int, max_download_pre_day int, partner text, product text, months int, phone text, price_fen bigint,
     request_no text, created_at timestamptz)`,
);

export async function insertRights(db: Tx, rows: readonly NewRight[]): Promise<void> {
  if (rows.length > 0) await insert(db, [JSON.stringify(rows)]);
}

const give = statement<{ id: number }>(
  'union_give_rights',
  `update union_rights r set state = g.state, next_try_at = g.next_try_at, starts_at = g.starts_at, ends_at = g.ends_at, granted_at = g.granted_at
   from jsonb_to_recordset($1::jsonb) as g(id bigint, state text, next_try_at timestamptz, starts_at timestamptz, ends_at timestamptz, granted_at timestamptz)
   where r.id = g.id and r.state = 'held' returning r.id`,
);

/** A right that was paid: a partner's waits for its turn, one of ours is given. */
export type GivenRight = { id: number } & (
  | { state: 'waiting'; next_try_at: Date }
  | { state: 'active'; starts_at: Date; ends_at: Date; granted_at: Date }
);

/** Rights that were held are paid. False: one of them was not held. */
export async function giveRights(db: Tx, rights: readonly GivenRight[]): Promise<boolean> {
  return (await give(db, [JSON.stringify(rights)])).length === rights.length;
}

export async function deleteHeld(db: Tx, order_id: number): Promise<void> {
  await db.delete(union_rights).where(and(eq(union_rights.order_id, order_id), eq(union_rights.state, 'held')));
}

const lockOf = statement<RightRow>(
  'union_lock_rights',
  'select * from union_rights where order_id = any($1::bigint[]) order by order_id, part for update',
);

/** All of these orders, locked, in the order of their parts. */
export function lockRights(db: Tx, ...order_ids: readonly number[]): Promise<RightRow[]> {
  return lockOf(db, [order_ids]);
}

export function findRights(db: Queryable, order_id: number): Promise<RightRow[]> {
  return db.select().from(union_rights).where(eq(union_rights.order_id, order_id)).orderBy(asc(union_rights.part));
}

export async function setRight(db: Tx, id: number, change: Partial<RightRow>): Promise<void> {
  await db.update(union_rights).set(change).where(eq(union_rights.id, id));
}

export async function findUsableBundles(db: Queryable, user_id: number, bundle_ids: readonly number[], now: Date): Promise<number[]> {
  if (bundle_ids.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: union_rights.bundle_id })
    .from(union_rights)
    .where(
      and(
        eq(union_rights.user_id, user_id),
        inArray(union_rights.bundle_id, [...bundle_ids]),
        inArray(union_rights.state, ['waiting', 'active']),
        sql`(${union_rights.ends_at} is null or ${union_rights.ends_at} > ${now.toISOString()}::timestamptz)`,
      ),
    );
  return rows.map(({ id }) => id);
}

const due = statement<RightRow>(
  'union_take_due',
  `update union_rights set attempts = attempts + 1, next_try_at = $2
   where id in (select id from union_rights where state in ('waiting', 'ending') and next_try_at <= $1
               order by next_try_at, id limit $3 for update skip locked)
   returning *`,
);

/** Takes the turns of the rights that wait longest, at most `limit`: no other worker attempts them before `until`. */
export function takeDue(db: Queryable, now: Date, until: Date, limit: number): Promise<RightRow[]> {
  return due(db, [now, until, limit]);
}

const ends = statement<{ ends_at: Date | null }>(
  'union_last_ends',
  `select (select max(r.ends_at) from union_rights r
           where r.partner = k.partner and r.product = k.product and r.phone = k.phone and r.state = 'active') as ends_at
   from unnest($1::text[], $2::text[], $3::text[]) with ordinality as k(partner, product, phone, n) order by k.n`,
);

/** The last end of the same product for the same phone, for what is given behind it; of each, in the order given. */
export async function lastEnds(
  db: Tx,
  of: ReadonlyArray<{ partner: string; product: string; phone: string }>,
): Promise<Array<Date | null>> {
  const column = <C extends keyof (typeof of)[0]>(name: C) => of.map((row) => row[name]);
  return (await ends(db, [column('partner'), column('product'), column('phone')])).map(({ ends_at }) => ends_at);
}

const grantAll = statement<{ id: number }>(
  'union_grant_rights',
  `update union_rights r set state = 'active', starts_at = g.starts_at, ends_at = g.ends_at, granted_at = g.granted_at, partner_no = g.partner_no,
     last_error = '', next_try_at = null
   from jsonb_to_recordset($1::jsonb) as g(id bigint, starts_at timestamptz, ends_at timestamptz, granted_at timestamptz, partner_no text)
   where r.id = g.id and r.state = 'waiting' returning r.id`,
);

/** What a partner gave. */
export interface GrantedRight {
  id: number;
  starts_at: Date;
  ends_at: Date;
  granted_at: Date;
  partner_no: string;
}

/** Rights that waited run from now on. Returns which did; the others moved meanwhile. */
export async function grantRights(db: Tx, granted: readonly GrantedRight[]): Promise<Set<number>> {
  return new Set((await grantAll(db, [JSON.stringify(granted)])).map(({ id }) => id));
}

/** Moves a right on if it is still in this state; false when it moved meanwhile. */
export async function moveRight(db: Queryable, id: number, from: string, change: Partial<RightRow>): Promise<boolean> {
  const rows = await db
    .update(union_rights)
    .set(change)
    .where(and(eq(union_rights.id, id), eq(union_rights.state, from)))
    .returning({ id: union_rights.id });
  return rows.length > 0;
}

export interface StatementLine {
  request_no: string;
  partner_no: string;
  partner: string;
  product: string;
  months: number;
  phone: string;
  price_fen: number;
  starts_at: Date | null;
  ends_at: Date | null;
  granted_at: Date;
  ended_at: Date | null;
}

const statementRows = statement<StatementLine>(
  'union_statement',
  `select request_no, partner_no, partner, product, months, phone, price_fen, starts_at, ends_at, granted_at, ended_at from union_rights
   where sort = 'partner' and granted_at is not null and ($1 = '' or partner = $1)
     and ((granted_at >= $2 and granted_at < $3) or (ended_at >= $2 and ended_at < $3))
   order by granted_at, id`,
);

/** Rights that were given or taken back in this time. */
export function findStatement(db: Queryable, partner: string, from: Date, to: Date): Promise<StatementLine[]> {
  return statementRows(db, [partner, from, to]);
}

export interface BundleLine {
  id: number;
  title: string;
  price_fen: number;
  org_price_fen: number;
  parts: UnionPart[];
  sold: number;
  is_on: boolean;
  updated_at: number;
}

/** All bundles, for staff. */
export const bundleSource: KeysetSource = {
  select: sql`b.id, b.title, b.price_fen, b.org_price_fen, b.parts, b.is_on, floor(extract(epoch from b.updated_at))::bigint as updated_at,
    (select count(distinct order_id)::int from union_rights r where r.bundle_id = b.id and r.state in ('waiting', 'active')) as sold`,
  from: sql`union_bundles b`,
  id: sql`b.id`,
  id_cast: 'bigint',
  filters: { state: choiceFilter({ on: sql`b.is_on`, off: sql`not b.is_on` }), ...dayFilters(sql`b.created_at`) },
  search: (text) => (/^\d{1,10}$/.test(text) ? sql`b.id = ${Number(text)}::bigint` : sql`b.title ilike ${containing(text)}`),
  orders: { new: { by: sql`b.id`, cast: 'bigint', desc: true }, old: { by: sql`b.id`, cast: 'bigint', desc: false } },
};

export interface RightLine {
  id: number;
  orderid: string;
  user_id: number;
  title: string;
  partner: string;
  months: number;
  phone: string;
  state: string;
  attempts: number;
  last_error: string;
  price_fen: number;
  created_at: number;
  ends_at: number;
}

/** Partners' rights of all orders that were paid, for staff. */
export const rightSource: KeysetSource = {
  select: sql`r.id, r.orderid, r.user_id, r.title, r.partner, r.months, r.phone, r.state, r.attempts, r.last_error, r.price_fen,
    floor(extract(epoch from r.created_at))::bigint as created_at, coalesce(floor(extract(epoch from r.ends_at))::bigint, 0) as ends_at`,
  from: sql`(select * from union_rights where state <> 'held') r`,
  id: sql`r.id`,
  id_cast: 'bigint',
  filters: {
    state: wordFilter(sql`r.state`, ['waiting', 'active', 'ending', 'ended']),
    user: numberFilter(sql`r.user_id`),
    ...dayFilters(sql`r.created_at`),
  },
  people: [sql`r.user_id`],
  search: (text) => sql`r.orderid = ${text}`,
  orders: bothWays({ by: sql`r.id`, cast: 'bigint', day: sql`r.created_at` }),
};

// for the package of somebody's data
export const unionRightRows = ownRows(union_rights, union_rights.user_id, [union_rights.id], {
  ours: [union_rights.request_no, union_rights.attempts, union_rights.next_try_at, union_rights.last_error],
});
