import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import { DEMAND_STATES, type DemandState } from '#contract/demand.ts';
import { choiceFilter, type KeysetSource } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { rowsOf, staffLines } from '../posts/index.ts';
import { demand_files, demand_moves, demands } from './tables.ts';

export type DemandRow = typeof demands.$inferSelect;
export type MoveRow = typeof demand_moves.$inferSelect;

export const demandRows = rowsOf(demands);
export const { write: writeDemand, many: findDemands, owned: findOwned, countOwned } = demandRows;

export async function findDemand(db: Queryable, id: number): Promise<DemandRow | null> {
  const [row] = await db.select().from(demands).where(eq(demands.item_id, id));
  return row ?? null;
}

/** The same row, held until the transaction ends. */
export async function lockDemandRow(db: Tx, id: number): Promise<DemandRow | null> {
  const [row] = await db.select().from(demands).where(eq(demands.item_id, id)).for('update');
  return row ?? null;
}

export async function insertMove(db: Tx, row: typeof demand_moves.$inferInsert): Promise<void> {
  await db.insert(demand_moves).values(row);
}

/** Oldest first. */
export async function findMoves(db: Queryable, demand_id: number): Promise<MoveRow[]> {
  return db.select().from(demand_moves).where(eq(demand_moves.demand_id, demand_id)).orderBy(asc(demand_moves.id));
}

/**
 * Open ones whose time is up, and those that are to be chosen from since `choosing` or longer, by their end and by their last way back to
 * it; those first that ended first; ones that somebody holds are left out.
 */
export async function lockEnded(db: Tx, { open, choosing }: { open: Date; choosing: Date }, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: demands.item_id })
    .from(demands)
    .where(
      and(
        sql`${demands.state} in ('open', 'choosing')`,
        lte(demands.closes_at, open),
        or(
          eq(demands.state, 'open'),
          and(
            lte(demands.closes_at, choosing),
            sql`not exists (select 1 from ${demand_moves}
          where ${demand_moves.demand_id} = ${demands.item_id} and ${demand_moves.to_state} = 'choosing'
            and ${demand_moves.from_state} <> 'choosing' and ${demand_moves.at} > ${choosing.toISOString()}::timestamptz)`,
          ),
        ),
      ),
    )
    .orderBy(asc(demands.closes_at), asc(demands.item_id))
    .limit(limit)
    .for('update', { skipLocked: true });
  return rows.map((row) => row.id);
}

/** Removes a draft; its history holds nothing that anybody saw. */
export async function removeDemand(db: Tx, id: number): Promise<void> {
  await db.delete(demand_files).where(eq(demand_files.demand_id, id));
  await db.delete(demand_moves).where(eq(demand_moves.demand_id, id));
  await db.delete(demands).where(eq(demands.item_id, id));
}

export async function replaceFiles(
  db: Tx,
  demand_id: number,
  files: ReadonlyArray<{ id: number; name: string; size_bytes: number }>,
): Promise<void> {
  await db.delete(demand_files).where(eq(demand_files.demand_id, demand_id));
  if (files.length === 0) return;
  await db.insert(demand_files).values(files.map(({ id, name, size_bytes }, sort) => ({ demand_id, sort, file_id: id, name, size_bytes })));
}

export async function findDemandFiles(db: Queryable, demand_id: number): Promise<Array<{ id: number; name: string; size_bytes: number }>> {
  return db
    .select({ id: demand_files.file_id, name: demand_files.name, size_bytes: demand_files.size_bytes })
    .from(demand_files)
    .where(eq(demand_files.demand_id, demand_id))
    .orderBy(asc(demand_files.sort));
}

/** Those of the files that a demand shows. */
export async function findShownFiles(db: Queryable, file_ids: readonly number[]): Promise<number[]> {
  if (file_ids.length === 0) return [];
  const rows = await db
    .select({ id: demand_files.file_id })
    .from(demand_files)
    .where(inArray(demand_files.file_id, [...file_ids]));
  return rows.map(({ id }) => id);
}

/** Published once, those of them that were given to somebody, and when the first was opened. */
export const findHistory = statement<{ posted: number; given: number; since: Date }>(
  'demands_history',
  `select count(*)::int as posted, (count(*) filter (where state in ('agreed', 'done')))::int as given, min(opened_at) as since
   from demands where owner_id = $1 and opened_at is not null and state not in ('draft', 'review')`,
);

const dealt = statement<{ id: number }>(
  'demands_dealt_like',
  `select item_id as id from demands where state in ('agreed', 'done') and event = $1 and label_type = $2 and opened_at > $3
   order by item_id desc limit $4`,
);

/** Demands of an event and type that led to an agreement, opened since then, the newest first. */
export const findDealtLike = async (db: Queryable, event: string, type: number, since: Date, limit: number): Promise<number[]> =>
  (await dealt(db, [event, type, since, limit])).map(({ id }) => id);

/** Open ones that end after `after` and not later than `until`, in that order. */
export async function findEnding(db: Queryable, after: { closes_at: Date; id: number }, until: Date, limit: number): Promise<DemandRow[]> {
  return db
    .select()
    .from(demands)
    .where(
      and(
        sql`${demands.state} in ('open', 'choosing')`,
        lte(demands.closes_at, until),
        sql`(${demands.closes_at}, ${demands.item_id}) > (${after.closes_at.toISOString()}::timestamptz, ${after.id}::bigint)`,
      ),
    )
    .orderBy(asc(demands.closes_at), asc(demands.item_id))
    .limit(limit);
}

export interface DemandLine {
  id: number;
  title: string;
  owner_id: number;
  state: DemandState;
  label_type: number;
  city: string;
  closes_at: number;
  saved_at: number;
}

const lines = staffLines('demands', DEMAND_STATES);
/** As everybody reads it (`stateText`): who has offers takes more of them until the end. */
const runs = sql`p.state = 'choosing' and p.closes_at > now()`;
/** All demands, for staff. */
export const demandSource: KeysetSource = {
  ...lines,
  select: sql`p.item_id as id, p.title, p.owner_id, case when ${runs} then 'open' else p.state end as state, p.label_type, p.city,
    coalesce(floor(extract(epoch from p.closes_at)), 0)::bigint as closes_at, floor(extract(epoch from p.saved_at))::bigint as saved_at`,
  from: sql`demands p`,
  filters: {
    ...lines.filters,
    state: choiceFilter({
      ...Object.fromEntries(DEMAND_STATES.map((state) => [state, sql`p.state = ${state}`])),
      open: sql`(p.state = 'open' or ${runs})`,
      choosing: sql`p.state = 'choosing' and (${runs}) is not true`,
    }),
    type: choiceFilter({ '1': sql`p.label_type = 1`, '2': sql`p.label_type = 2`, '3': sql`p.label_type = 3` }),
  },
};
