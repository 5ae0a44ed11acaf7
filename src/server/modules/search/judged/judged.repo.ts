import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { bothWays, byName, type KeysetSource, wordFilter } from '../../../db/keyset.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { normalise } from '../normalise.ts';
import { search_judged, search_judged_runs } from './tables.ts';

export type JudgedRow = typeof search_judged.$inferSelect;
export type RunRow = typeof search_judged_runs.$inferSelect;

const named = (keyword: string, kind: number | null) =>
  and(eq(search_judged.keyword, keyword), kind === null ? isNull(search_judged.kind) : eq(search_judged.kind, kind));

export async function findJudged(db: Queryable, keyword: string, kind: number | null): Promise<JudgedRow | null> {
  return (await db.select().from(search_judged).where(named(keyword, kind)).limit(1))[0] ?? null;
}

export const countJudged = (db: Queryable): Promise<number> => db.$count(search_judged);

/** In place of the one of the same keyword and kind. */
export async function replaceJudged(db: Tx, row: typeof search_judged.$inferInsert): Promise<void> {
  // the unique index is of an expression, which `on conflict` of the builder cannot name
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('search.judged', 0))`);
  await db.delete(search_judged).where(named(row.keyword, row.kind ?? null));
  await db.insert(search_judged).values(row);
}

export async function deleteJudged(db: Tx, of: { id: number } | { keyword: string; kind: number | null }): Promise<boolean> {
  const rows = await db
    .delete(search_judged)
    .where('id' in of ? eq(search_judged.id, of.id) : named(of.keyword, of.kind))
    .returning({ id: search_judged.id });
  return rows.length > 0;
}

export function judgedAfter(db: Queryable, id: number, most: number): Promise<JudgedRow[]> {
  return db.select().from(search_judged).where(gt(search_judged.id, id)).orderBy(asc(search_judged.id)).limit(most);
}

/** Where its works stand now; what stood there before becomes the former place. A row that staff changed meanwhile keeps its own. */
export async function setPlace(db: Queryable, { id, updated_at }: JudgedRow, place: number | null, hit: boolean, now: Date): Promise<void> {
  await db
    .update(search_judged)
    .set({ place, former: sql`place`, state: hit ? 'hit' : 'missed', judged_at: now })
    .where(and(eq(search_judged.id, id), eq(search_judged.updated_at, updated_at)));
}

export async function insertRun(db: Queryable, why: string, now: Date): Promise<number> {
  const rows = await db.insert(search_judged_runs).values({ why, begun_at: now }).returning({ id: search_judged_runs.id });
  return rows[0]?.id ?? 0;
}

export async function endRun(db: Queryable, id: number, of: Pick<RunRow, 'asked' | 'hit' | 'worse'>, now: Date): Promise<void> {
  await db
    .update(search_judged_runs)
    .set({ ...of, ended_at: now })
    .where(eq(search_judged_runs.id, id));
}

/** Keeps the newest runs. */
export async function trimRuns(db: Queryable, keep: number): Promise<void> {
  await db.execute(sql`delete from search_judged_runs where id not in (select id from search_judged_runs order by id desc limit ${keep})`);
}

export function findRuns(db: Queryable, most: number): Promise<RunRow[]> {
  return db.select().from(search_judged_runs).orderBy(desc(search_judged_runs.id)).limit(most);
}

/** Judged queries, for staff. */
export const judgedSource: KeysetSource = {
  select: sql`j.id, j.keyword, j.kind, j.item_ids, j.state, j.place, j.former, j.note,
    floor(extract(epoch from j.judged_at))::bigint as judged_at`,
  from: sql`search_judged j`,
  id: sql`j.id`,
  id_cast: 'bigint',
  filters: {
    state: wordFilter(sql`j.state`, ['missed', 'hit', 'new']),
  },
  search: (text) => byName(normalise(text), sql`j.id`, sql`j.keyword`, sql`select id, keyword as name from search_judged order by id desc`),
  orders: bothWays({ by: sql`j.id`, cast: 'bigint' }),
};

export interface JudgedLine {
  id: number;
  keyword: string;
  kind: number | null;
  item_ids: number[];
  state: 'new' | 'hit' | 'missed';
  place: number | null;
  former: number | null;
  note: string;
  judged_at: number | null;
}
