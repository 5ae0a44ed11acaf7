import { and, asc, eq, sql } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { OpenLot, OpenUse } from './rules.ts';
import { point_lots, point_uses } from './tables.ts';

/** One act on a person's points at a time, also before they have any. Held until the transaction ends. */
export async function lockPoints(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`points/${user_id}`}, 0))`);
}

/** False when the key was seen before. */
export async function insertLot(db: Tx, row: Omit<typeof point_lots.$inferInsert, 'left_points'>): Promise<boolean> {
  const rows = await db
    .insert(point_lots)
    .values({ ...row, left_points: row.points })
    .onConflictDoNothing({ target: point_lots.key })
    .returning({ id: point_lots.id });
  return rows.length > 0;
}

const openLots = statement<OpenLot>(
  'points_open_lots',
  `select id, left_points from point_lots
   where user_id = $1 and left_points > 0 and (expires_at is null or expires_at > $2)
   order by expires_at nulls last, id for update`,
);

/** What can be spent: what ends first comes first, then the oldest. Locked. */
export function lockOpenLots(db: Tx, user_id: number, now: Date): Promise<OpenLot[]> {
  return openLots(db, [user_id, now]);
}

export async function hasLot(db: Queryable, key: string): Promise<boolean> {
  return (await db.select({ id: point_lots.id }).from(point_lots).where(eq(point_lots.key, key))).length > 0;
}

const movedBy = statement<{ user_id: number; points: number }>(
  'points_moved_by',
  `select user_id, points from point_lots where key = $1
   union all select user_id, -sum(points)::int from point_uses where key = $1 group by user_id`,
);

/** What a key gave, or took (below zero), and whose it is. */
export const findMoved = (db: Queryable, key: string) => movedBy(db, [key]);

export interface EndedLot extends OpenLot {
  user_id: number;
  expires_at: Date;
}

const endedLots = statement<EndedLot>(
  'points_ended_lots',
  `select id, user_id, left_points, expires_at from point_lots
   where user_id = $1 and left_points > 0 and expires_at <= $2 order by id for update`,
);

export function lockEndedLots(db: Tx, user_id: number, now: Date): Promise<EndedLot[]> {
  return endedLots(db, [user_id, now]);
}

const takeFromLots = statement(
  'points_take_from_lots',
  `update point_lots set left_points = left_points - taken.points
   from unnest($1::bigint[], $2::int[]) as taken(lot_id, points) where point_lots.id = taken.lot_id`,
);

export async function takeFrom(db: Tx, uses: ReadonlyArray<{ lot_id: number; points: number }>): Promise<void> {
  await takeFromLots(db, [uses.map(({ lot_id }) => lot_id), uses.map(({ points }) => points)]);
}

export async function insertUses(db: Tx, rows: Array<typeof point_uses.$inferInsert>): Promise<void> {
  await db.insert(point_uses).values(rows);
}

export async function isSpent(db: Tx, key: string): Promise<boolean> {
  return (await db.select({ id: point_uses.id }).from(point_uses).where(eq(point_uses.key, key)).limit(1)).length > 0;
}

export function findUses(db: Queryable, user_id: number, key: string): Promise<OpenUse[]> {
  return db
    .select({
      id: point_uses.id,
      lot_id: point_uses.lot_id,
      points: point_uses.points,
      returned_points: point_uses.returned_points,
    })
    .from(point_uses)
    .where(and(eq(point_uses.key, key), eq(point_uses.user_id, user_id)))
    .orderBy(asc(point_uses.id));
}

const returnToLots = statement(
  'points_return_to_lots',
  `with back as (select * from unnest($1::bigint[], $2::bigint[], $3::int[]) as b(use_id, lot_id, points)),
   noted as (
     update point_uses set returned_points = returned_points + back.points from back where point_uses.id = back.use_id
   )
   update point_lots set left_points = left_points + back.points,
     expires_at = case when expires_at <= $4 then $5 else expires_at end
   from back where point_lots.id = back.lot_id`,
);

/** Puts points back into their lots; a lot that ended by `now` lives until `again`. */
export async function giveBack(
  db: Tx,
  back: ReadonlyArray<{ use_id: number; lot_id: number; points: number }>,
  { now, again }: { now: Date; again: Date },
): Promise<void> {
  const columns = [back.map(({ use_id }) => use_id), back.map(({ lot_id }) => lot_id), back.map(({ points }) => points)];
  await returnToLots(db, [...columns, now, again]);
}

const usersEnded = statement<{ user_id: number }>(
  'points_users_ended',
  `select distinct user_id from point_lots where left_points > 0 and expires_at <= $1 and user_id > $2 order by user_id limit $3`,
);

/** People with lots that ended, by id, after this one. */
export async function findUsersEnded(db: Queryable, now: Date, after: number, limit: number): Promise<number[]> {
  return (await usersEnded(db, [now, after, limit])).map(({ user_id }) => user_id);
}

const ending = statement<{ user_id: number; points: number }>(
  'points_ending',
  `select user_id, sum(left_points)::int as points from point_lots
   where left_points > 0 and expires_at > $1 and expires_at <= $2 and user_id > $3 group by user_id order by user_id limit $4`,
);

/** Who has points that end between two instants, and how many. */
export function findEnding(db: Queryable, from: Date, to: Date, after: number, limit: number) {
  return ending(db, [from, to, after, limit]);
}

const soon = statement<{ points: number; first: Date | null }>(
  'points_ending_of',
  `select coalesce(sum(left_points), 0)::int as points, min(expires_at) as first from point_lots
   where user_id = $1 and left_points > 0 and expires_at > $2 and expires_at <= $3`,
);

export async function findEndingOf(
  db: Queryable,
  user_id: number,
  now: Date,
  until: Date,
): Promise<{ points: number; first: Date | null }> {
  return (await soon(db, [user_id, now, until]))[0] ?? { points: 0, first: null };
}

const faults = statement<{ user_id: number; lots: number; uses_fault: number }>(
  'points_faults',
  `select user_id, sum(left_points)::int as lots,
     (sum(points - left_points) - sum(gone))::int as uses_fault
   from (
     select l.user_id, l.points, l.left_points,
       coalesce((select sum(u.points - u.returned_points) from point_uses u where u.lot_id = l.id), 0) as gone
     from point_lots l
   ) lots group by user_id order by user_id`,
);

/** What the lots hold, a row a person. `uses_fault`: what is missing from the lots without a use that says why. */
export function sumLots(db: Queryable) {
  return faults(db, []);
}

// for the package of somebody's data
export const pointLotRows = ownRows(point_lots, point_lots.user_id, [point_lots.id], { ours: [point_lots.key] });
export const pointUseRows = ownRows(point_uses, point_uses.user_id, [point_uses.id], { ours: [point_uses.key] });
