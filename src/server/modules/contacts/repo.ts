import { sql } from 'drizzle-orm';
import { bothWays, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { PaidBy } from './rules.ts';
import { contact_unlocks } from './tables.ts';

export interface Unlock {
  id: number;
  user_id: number;
  item_id: number;
  unlock_no: string;
  paid_by: PaidBy;
  coins: number;
  coupon_id: number | null;
  caller_number: string;
  x_number: string;
  created_at: Date;
  expires_at: Date;
}

const live = statement<Unlock>('contacts_live', 'select * from contact_unlocks where user_id = $1 and item_id = $2 and expires_at > $3');

/** The unlock that holds now, connected or not. */
export async function findLive(db: Queryable, user_id: number, item_id: number, now: Date): Promise<Unlock | null> {
  return (await live(db, [user_id, item_id, now]))[0] ?? null;
}

const callers = statement<{ user_id: number; caller_number: string }>(
  'contacts_callers',
  'select distinct user_id, caller_number from contact_unlocks where user_id = any($1::bigint[])',
);

/** Numbers that users called from. */
export function findCallers(db: Queryable, user_ids: readonly number[]): Promise<Array<{ user_id: number; caller_number: string }>> {
  return callers(db, [user_ids]);
}

const begin = statement<Unlock>(
  'contacts_begin',
  `insert into contact_unlocks (user_id, item_id, unlock_no, paid_by, coins, caller_number, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (user_id, item_id) do update set unlock_no = excluded.unlock_no, paid_by = excluded.paid_by, coins = excluded.coins,
     coupon_id = null, caller_number = excluded.caller_number, x_number = '', created_at = excluded.created_at, expires_at = excluded.expires_at
   where contact_unlocks.expires_at <= excluded.created_at
   returning *`,
);

/** Begins an unlock; null when one holds already. Of many at once exactly one begins, the others wait for it. */
export async function beginUnlock(
  db: Tx,
  row: Pick<Unlock, 'user_id' | 'item_id' | 'unlock_no' | 'paid_by' | 'coins' | 'caller_number' | 'created_at' | 'expires_at'>,
): Promise<Unlock | null> {
  const { user_id, item_id, unlock_no, paid_by, coins, caller_number, created_at, expires_at } = row;
  return (await begin(db, [user_id, item_id, unlock_no, paid_by, coins, caller_number, created_at, expires_at]))[0] ?? null;
}

const setCoupon = statement('contacts_set_coupon', 'update contact_unlocks set coupon_id = $2 where id = $1');

export async function noteCoupon(db: Tx, id: number, coupon_id: number): Promise<void> {
  await setCoupon(db, [id, coupon_id]);
}

const connect = statement<Unlock>(
  'contacts_connect',
  `update contact_unlocks set x_number = $2 where unlock_no = $1 and x_number = '' and expires_at > $3 returning *`,
);

/** The one step from begun to connected; null when somebody took it, or it was given up. */
export async function connectUnlock(db: Tx, unlock_no: string, x_number: string, now: Date): Promise<Unlock | null> {
  return (await connect(db, [unlock_no, x_number, now]))[0] ?? null;
}

const end = statement<Unlock>(
  'contacts_end',
  `update contact_unlocks set expires_at = $2 where unlock_no = $1 and x_number = '' and expires_at > $2 returning *`,
);

/** Ends what was never connected; null when it was. */
export async function endUnconnected(db: Tx, unlock_no: string, now: Date): Promise<Unlock | null> {
  return (await end(db, [unlock_no, now]))[0] ?? null;
}

const stale = statement<Unlock>(
  'contacts_stale',
  `select * from contact_unlocks where x_number = '' and expires_at > $1 and created_at < $2 order by created_at limit $3`,
);

/** Begun before `before` and never connected. */
export function findStale(db: Queryable, now: Date, before: Date, limit: number): Promise<Unlock[]> {
  return stale(db, [now, before, limit]);
}

const own = statement<Unlock>(
  'contacts_own',
  `select * from contact_unlocks where id = $1 and user_id = $2 and expires_at > $3 and x_number <> ''`,
);

/** A connected unlock of this person that holds now. */
export async function findConnected(db: Queryable, id: number, user_id: number, now: Date): Promise<Unlock | null> {
  return (await own(db, [id, user_id, now]))[0] ?? null;
}

const caller = statement<Unlock>(
  'contacts_caller',
  'update contact_unlocks set caller_number = $3, x_number = $4 where id = $1 and unlock_no = $2 returning *',
);

export async function setCaller(db: Queryable, { id, unlock_no }: Unlock, caller_number: string, x_number: string): Promise<void> {
  await caller(db, [id, unlock_no, caller_number, x_number]);
}

export interface UnlockLine {
  id: number;
  unlock_no: string;
  user_id: number;
  item_id: number;
  paid_by: PaidBy;
  coins: number;
  connected: boolean;
  created_at: number;
  expires_at: number;
}

const PAID: readonly PaidBy[] = ['free', 'company', 'coin', 'coupon'];

/** The last unlock of each reader and resource, for staff; no numbers. */
export const unlockSource: KeysetSource = {
  select: sql`u.id, u.unlock_no, u.user_id, u.item_id, u.paid_by, u.coins, (u.x_number <> '') as connected,
    floor(extract(epoch from u.created_at))::bigint as created_at, floor(extract(epoch from u.expires_at))::bigint as expires_at`,
  from: sql`contact_unlocks u`,
  id: sql`u.id`,
  id_cast: 'bigint',
  filters: {
    paid_by: choiceFilter(Object.fromEntries(PAID.map((by) => [by, sql`u.paid_by = ${by}`]))),
    ...dayFilters(sql`u.created_at`),
  },
  people: [sql`u.user_id`],
  search: (text) =>
    /^\d{1,15}$/.test(text) ? sql`(u.user_id = ${text}::bigint or u.item_id = ${text}::bigint)` : sql`u.unlock_no = ${text}`,
  orders: bothWays({ by: sql`u.created_at`, cast: 'timestamptz' }),
};

// for the package of somebody's data
export const unlockRows = ownRows(contact_unlocks, contact_unlocks.user_id, [contact_unlocks.id]);
