import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { batched, byKey } from '../../db/batched.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { grants, library_people } from './tables.ts';

export type GrantSource = 'purchase' | 'company' | 'voucher' | 'member' | 'ad' | 'staff';

/** A grant that holds: by what, and which order, voucher ... is behind it. */
export type Holding = Pick<HeldGrant, 'source' | 'source_id'>;

// the limits of this file keep a look-up one by one: the planner would read all rights in an item, or all that are, to join them with a few
const holding = statement<Holding & { n: number }>(
  'access_holding',
  `with k as (select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) with ordinality as k(user_id, item_id, now, n)), g as (
     select k.n, case g.source when 'company' then 'purchase' else g.source end as source, g.source_id, g.expires_at, g.id
     from k join grants g on g.user_id = k.user_id and g.item_id = k.item_id
     where g.revoked_at is null and (g.expires_at is null or g.expires_at > k.now)
     union all
     select k.n, g.source, g.source_id, g.expires_at, 0
     from k join library_people p on p.user_id = k.user_id cross join lateral (
       select * from grants where user_id = p.owner_id and item_id = k.item_id and source = 'company' and revoked_at is null limit 1
     ) g
   )
   select n, source, source_id from g order by n, source <> 'company' and expires_at is null desc, source = 'company' desc, id`,
);

const holdingOf = batched(async (db, keys: readonly { user_id: number; item_id: number; now: Date }[]) => {
  const columns = [keys.map(({ user_id }) => user_id), keys.map(({ item_id }) => item_id), keys.map(({ now }) => now)];
  return byKey(await holding(db, columns), keys.length);
});

/** The grants that hold now, lasting ones first, then those of one's company; look-ups of many readers at once share a statement. */
export function findGrants(db: Queryable, user_id: number, item_id: number, now: Date): Promise<Holding[]> {
  return holdingOf(db, { user_id, item_id, now });
}

const held = statement<{ item_id: number }>(
  'access_held_items',
  `select distinct item_id from grants
   where user_id = $1 and item_id = any($2::bigint[]) and revoked_at is null and (expires_at is null or expires_at > $3)
   union
   select g.item_id from library_people p join grants g on g.user_id = p.owner_id and g.source = 'company'
   where p.user_id = $1 and g.item_id = any($2::bigint[]) and g.revoked_at is null`,
);

export async function findHeldItems(db: Queryable, user_id: number, item_ids: readonly number[], now: Date): Promise<number[]> {
  return (await held(db, [user_id, item_ids, now])).map((row) => row.item_id);
}

const lasting = statement<{ item_id: number; since: Date }>(
  'access_lasting',
  `select item_id, min(created_at) as since from grants
   where user_id = $1 and item_id = any($2::bigint[]) and revoked_at is null and expires_at is null group by item_id`,
);

/** Since when the user has each of the items permanently. */
export async function findLasting(db: Queryable, user_id: number, item_ids: readonly number[]): Promise<Map<number, Date>> {
  return new Map((await lasting(db, [user_id, item_ids])).map(({ item_id, since }) => [item_id, since]));
}

const holders = statement<{ user_id: number }>(
  'access_holders',
  `select distinct user_id from grants
   where item_id = $1 and created_at < $2 and user_id > $3 and revoked_at is null and expires_at is null order by user_id limit $4`,
);

/** Who has the item permanently since before then, from behind that user on, in their order. */
export async function findHolders(
  db: Queryable,
  { item_id, before, after, limit }: { item_id: number; before: Date; after: number; limit: number },
): Promise<number[]> {
  return (await holders(db, [item_id, before, after, limit])).map(({ user_id }) => user_id);
}

const held_between = statement<{ n: number }>(
  'access_held_between',
  `select k.n::int as n from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) with ordinality as k(item_id, "from", until, n)
   where exists (
     select 1 from grants g where g.item_id = k.item_id and g.revoked_at is null and g.expires_at is null
       and (k."from" is null or g.created_at >= k."from") and g.created_at < k.until
   )`,
);

/** A time in the life of an item; `from` null: since its beginning. */
export interface ItemSpan {
  item_id: number;
  from: Date | null;
  until: Date;
}

/** Which of these periods gave a permanent grant that still holds, as indexes of the list. */
export async function findHeldBetween(db: Queryable, spans: readonly ItemSpan[]): Promise<Set<number>> {
  const columns = [spans.map(({ item_id }) => item_id), spans.map(({ from }) => from), spans.map(({ until }) => until)];
  return new Set((await held_between(db, columns)).map(({ n }) => n - 1));
}

const earned = statement<{ item_id: number; since: Date }>(
  'access_earned',
  `select item_id, min(created_at) as since from grants
   where user_id = $1 and item_id = any($2::bigint[]) and revoked_at is null and source in ('purchase', 'company', 'voucher', 'member', 'ad') group by item_id`,
);

/** Since when the user has, or had, each of the items by a right of their own doing that was not taken back. */
export async function findEarned(db: Queryable, user_id: number, item_ids: readonly number[]): Promise<Map<number, Date>> {
  return new Map((await earned(db, [user_id, item_ids])).map(({ item_id, since }) => [item_id, since]));
}

const granted_between = statement<{ id: number; user_id: number; item_id: number }>(
  'access_granted_between',
  `select id, user_id, item_id from grants
   where created_at >= $1 and created_at < $2 and id > $3 and revoked_at is null and source in ('purchase', 'company', 'voucher', 'member', 'ad')
   order by id limit $4`,
);

/** Rights of their holders' own doing that were given in a time, from behind that id on, in the order of their ids. */
export function findGrantedBetween(db: Queryable, { from, to, after, limit }: { from: Date; to: Date; after: number; limit: number }) {
  return granted_between(db, [from, to, after, limit]);
}

export interface HeldGrant {
  item_id: number;
  source: GrantSource;
  source_id: number | null;
  created_at: Date;
  expires_at: Date | null;
}

const library = statement<HeldGrant>(
  'access_library',
  `select item_id, source, source_id, created_at, expires_at from (
     select * from grants where user_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
     union all
     select g.* from library_people p join grants g on g.user_id = p.owner_id and g.source = 'company' and g.revoked_at is null where p.user_id = $1
   ) g order by id desc limit $3`,
);

/** Grants that hold now, those of one's companies among them, those given last first. */
export function findGrantsOf(db: Queryable, user_id: number, now: Date, most: number): Promise<HeldGrant[]> {
  return library(db, [user_id, now, most]);
}

// a purchase gives nothing to somebody who has the item permanently: refused here, it is refunded
const grant = statement<{ user_id: number; item_id: number; source: GrantSource }>(
  'access_grant',
  `insert into grants (user_id, item_id, source, source_id, created_at, expires_at)
   select user_id, item_id, source, source_id, $2, expires_at
   from jsonb_to_recordset($1::jsonb) as given(user_id bigint, item_id bigint, source text, source_id bigint, expires_at timestamptz)
   left join lateral (
     select true as lasts from grants other where other.user_id = given.user_id and other.item_id = given.item_id and other.source <> 'purchase'
       and other.revoked_at is null and other.expires_at is null limit 1
   ) other on source = 'purchase'
   where lasts is null
   order by user_id, item_id
   on conflict (user_id, item_id, source) do update
     set source_id = excluded.source_id, created_at = excluded.created_at, expires_at = excluded.expires_at, revoked_at = null
     where grants.revoked_at is not null or grants.expires_at <= excluded.created_at
   returning user_id, item_id, source`,
);

export interface Grant {
  user_id: number;
  item_id: number;
  source: GrantSource;
  /** The order, voucher ... behind it. */
  source_id: number | null;
  /** Absent: for ever. */
  expires_at?: Date;
}

/** Which of these rights were given, in the order given; not those that were had, or needless. Each may be named once. */
export async function upsertGrants(db: Tx, rows: readonly Grant[], now: Date): Promise<boolean[]> {
  const name = (row: Pick<Grant, 'user_id' | 'item_id' | 'source'>) => `${row.user_id}/${row.item_id}/${row.source}`;
  const fresh = new Set((await grant(db, [JSON.stringify(rows), now])).map(name));
  return rows.map((row) => fresh.has(name(row)));
}

const revoke = statement(
  'access_revoke',
  `update grants set revoked_at = $5
   where user_id = $1 and item_id = $2 and source = $3 and source_id is not distinct from $4 and revoked_at is null`,
);

export async function markRevoked(db: Tx, row: Grant, now: Date): Promise<void> {
  await revoke(db, [row.user_id, row.item_id, row.source, row.source_id, now]);
}

/** Rights that were given of an item, those taken back too. */
export const grantsOfItem = (item_id: number): SQL => sql`(select user_id, revoked_at from grants where item_id = ${item_id})`;

// for the package of somebody's data
export const grantRows = ownRows(grants, grants.user_id, [grants.id], { ours: [grants.source_id] });

const company_orders = statement<{ source_id: number }>(
  'access_company_orders',
  `select source_id from grants where user_id = $1 and source = 'company' and source_id is not null`,
);

/** The orders by which a company has its library, also those that were taken back. */
export async function findCompanyOrders(db: Queryable, owner_id: number): Promise<number[]> {
  return (await company_orders(db, [owner_id])).map(({ source_id }) => source_id);
}

const of_company = statement<{ owner_id: number }>(
  'access_company_of',
  `select owner_id from library_people where user_id = $1 or owner_id = $1 order by (owner_id = $1) desc, created_at desc limit 1`,
);

/** The company for which somebody buys: their own with people, else the one that they joined last; null: none. */
export async function findCompanyOf(db: Queryable, user_id: number): Promise<number | null> {
  return (await of_company(db, [user_id]))[0]?.owner_id ?? null;
}

export async function insertLibraryPerson(db: Tx, row: { owner_id: number; user_id: number; created_at: Date }): Promise<void> {
  await db.insert(library_people).values(row).onConflictDoNothing();
}

/** Somebody leaves a company; without `owner_id` all that names them goes. */
export async function deleteLibraryPerson(db: Tx, { owner_id, user_id }: { owner_id?: number; user_id: number }): Promise<void> {
  const theirs = eq(library_people.user_id, user_id);
  await db
    .delete(library_people)
    .where(owner_id ? and(eq(library_people.owner_id, owner_id), theirs) : or(eq(library_people.owner_id, user_id), theirs));
}
