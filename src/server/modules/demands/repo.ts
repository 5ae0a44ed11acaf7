import { and, asc, count, eq, inArray, lte, or, sql } from 'drizzle-orm';
import { DEMAND_STATES, type DemandState } from '#contract/demand.ts';
import { beginning, choiceFilter, type KeysetSource, numberFilter } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { demand_files, demand_moves, demands } from './tables.ts';

export type DemandRow = typeof demands.$inferSelect;
export type MoveRow = typeof demand_moves.$inferSelect;

export async function findDemand(db: Queryable, id: number): Promise<DemandRow | null> {
  const [row] = await db.select().from(demands).where(eq(demands.item_id, id));
  return row ?? null;
}

/** The same row, held until the transaction ends. */
export async function lockDemandRow(db: Tx, id: number): Promise<DemandRow | null> {
  const [row] = await db.select().from(demands).where(eq(demands.item_id, id)).for('update');
  return row ?? null;
}

export async function writeDemand(db: Tx, id: number, change: Partial<typeof demands.$inferInsert>): Promise<void> {
  await db.update(demands).set(change).where(eq(demands.item_id, id));
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

export async function insertDemand(db: Tx, row: typeof demands.$inferInsert): Promise<void> {
  await db.insert(demands).values(row);
}

/** Serialises first saves of one draft: two at once become one demand. */
export async function lockDraftKey(db: Tx, owner_id: number, draft_key: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`demand:${owner_id}:${draft_key}`}, 0))`);
}

export async function findByDraftKey(db: Queryable, owner_id: number, draft_key: string): Promise<number | null> {
  const [row] = await db
    .select({ id: demands.item_id })
    .from(demands)
    .where(and(eq(demands.owner_id, owner_id), eq(demands.draft_key, draft_key)));
  return row?.id ?? null;
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

export async function findDemands(db: Queryable, ids: readonly number[]): Promise<Map<number, DemandRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(demands)
    .where(inArray(demands.item_id, [...ids]));
  return new Map(rows.map((row) => [row.item_id, row]));
}

/** Own ones in these states, the newest first. */
export async function findOwned(
  db: Queryable,
  of: { owner_id: number; states: readonly DemandState[]; offset: number; limit: number },
): Promise<DemandRow[]> {
  return db
    .select()
    .from(demands)
    .where(and(eq(demands.owner_id, of.owner_id), inArray(demands.state, [...of.states])))
    .orderBy(sql`${demands.item_id} desc nulls last`)
    .limit(of.limit)
    .offset(of.offset);
}

export async function countOwned(db: Queryable, owner_id: number): Promise<Map<DemandState, number>> {
  const rows = await db
    .select({ state: demands.state, n: count() })
    .from(demands)
    .where(eq(demands.owner_id, owner_id))
    .groupBy(demands.state);
  return new Map(rows.map(({ state, n }) => [state, n]));
}

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

/** All demands, for staff. */
export const demandSource: KeysetSource = {
  select: sql`d.item_id as id, d.title, d.owner_id, d.state, d.label_type, d.city,
    coalesce(floor(extract(epoch from d.closes_at)), 0)::bigint as closes_at, floor(extract(epoch from d.saved_at))::bigint as saved_at`,
  from: sql`demands d`,
  id: sql`d.item_id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter(Object.fromEntries(DEMAND_STATES.map((state) => [state, sql`d.state = ${state}`]))),
    type: choiceFilter({ '1': sql`d.label_type = 1`, '2': sql`d.label_type = 2`, '3': sql`d.label_type = 3` }),
    owner: numberFilter(sql`d.owner_id`),
  },
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`d.item_id = ${Number(text)}::bigint` : sql`d.title like ${beginning(text)}`),
  orders: {
    new: { by: sql`d.item_id`, cast: 'bigint', desc: true },
    old: { by: sql`d.item_id`, cast: 'bigint', desc: false },
  },
};
