import { and, arrayOverlaps, asc, count, desc, eq, inArray, lte, notInArray, or, sql } from 'drizzle-orm';
import { ALIVE, HOLDING, INFRINGEMENT_STATES, type InfringementState } from '#contract/infringement.ts';
import { bothWays, choiceFilter, dayFilters, type KeysetSource, numberFilter } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { infringements as t } from './tables.ts';

export type InfringementRow = typeof t.$inferSelect;

/** Held to the end of the transaction: notices of one complainant are counted one after the other. */
export async function lockComplainant(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('infringements', ${user_id}))`);
}

export async function findInfringements(db: Queryable, ids: readonly number[]): Promise<InfringementRow[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(t)
        .where(inArray(t.id, [...ids]));
}

/** Locks all notices of the work that this one is about, by their ids: a measure ends with the last of them. */
export async function lockInfringements(db: Tx, id: number): Promise<InfringementRow[]> {
  const of_item = db.select({ item_id: t.item_id }).from(t).where(eq(t.id, id));
  return db.select().from(t).where(inArray(t.item_id, of_item)).orderBy(asc(t.id)).for('update');
}

/** Null: there is an open one of this complainant and work. */
export async function insertInfringement(db: Tx, row: typeof t.$inferInsert): Promise<InfringementRow | null> {
  return (await db.insert(t).values(row).onConflictDoNothing().returning())[0] ?? null;
}

export async function setInfringement(db: Tx, id: number, change: Partial<typeof t.$inferInsert>): Promise<InfringementRow> {
  return (await db.update(t).set(change).where(eq(t.id, id)).returning())[0]!;
}

/** Whether a measure keeps the work off the site. */
export async function isHeld(db: Queryable, item_id: number): Promise<boolean> {
  return (await db.$count(t, and(eq(t.item_id, item_id), inArray(t.state, [...HOLDING])))) > 0;
}

/** What counts against another notice of somebody: those that wait, those of a day, those that were refused. */
export async function countFiled(db: Queryable, user_id: number, since: { day: Date; refused: Date }) {
  const of = (when: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${when}))::int`;
  const rows = await db
    .select({
      waiting: of(sql`${t.state} in ('waiting', 'returned')`),
      day: of(sql`${t.created_at} >= ${since.day.toISOString()}::timestamptz`),
      refused: of(sql`${t.state} = 'refused' and ${t.created_at} >= ${since.refused.toISOString()}::timestamptz`),
    })
    .from(t)
    .where(eq(t.user_id, user_id));
  return rows[0]!;
}

/** Its publisher knows of it. */
const IS_ACCEPTED = sql`${t.moves} @> '[{"step": "accepted"}]'`;

export async function findOwn(db: Queryable, of: { side: 'sent' | 'received'; user_id: number; offset: number; limit: number }) {
  const mine = of.side === 'sent' ? eq(t.user_id, of.user_id) : and(eq(t.publisher_id, of.user_id), IS_ACCEPTED);
  const [list, all] = await Promise.all([
    db.select().from(t).where(mine).orderBy(desc(t.id)).offset(of.offset).limit(of.limit),
    db.select({ n: count() }).from(t).where(mine),
  ]);
  return { list, total: all[0]?.n ?? 0 };
}

/** How many wait for somebody's word, by the side that they are on. */
export async function countWaitingFor(db: Queryable, user_id: number): Promise<{ sent: number; received: number }> {
  const [sent, received] = await Promise.all([
    db.$count(t, and(eq(t.user_id, user_id), inArray(t.state, ['returned', 'countered']))),
    db.$count(t, and(eq(t.publisher_id, user_id), eq(t.state, 'down'))),
  ]);
  return { sent, received };
}

export async function findEnded(db: Queryable, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.state, 'countered'), lte(t.ends_at, now)))
    .orderBy(asc(t.ends_at))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Which of the files a notice names. */
export async function namedFiles(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ file_ids: t.file_ids })
    .from(t)
    .where(arrayOverlaps(t.file_ids, [...ids]));
  const named = new Set(rows.flatMap(({ file_ids }) => file_ids));
  return new Set(ids.filter((id) => named.has(id)));
}

/** Those of somebody that are not over, on either side. */
export async function aliveOf(db: Queryable, user_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: t.id })
    .from(t)
    .where(and(or(eq(t.user_id, user_id), eq(t.publisher_id, user_id)), inArray(t.state, [...ALIVE])))
    .orderBy(asc(t.id));
  return rows.map(({ id }) => id);
}

/** Empties what says who both sides are in notices that ended before then, `most` at once. @returns how many */
export async function blankOld(db: Queryable, before: Date, most: number): Promise<number> {
  const none = sql`'{"name": "", "contact": "", "identity_files": [], "files": []}'::jsonb`;
  const old = db
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        notInArray(t.state, [...ALIVE]),
        sql`(${t.moves} -> -1 ->> 'at')::bigint < ${Math.floor(before.getTime() / 1000)}`,
        sql`${t.notice} ->> 'contact' <> ''`,
      ),
    )
    .limit(most);
  const rows = await db
    .update(t)
    .set({ notice: sql`${t.notice} || ${none}`, counter: sql`${t.counter} || ${none}`, word: sql`${t.word} || ${none}`, file_ids: [] })
    .where(inArray(t.id, old))
    .returning({ id: t.id });
  return rows.length;
}

export const sentRows = ownRows(t, t.user_id, [t.id], { ours: [t.counter, t.hid, t.publisher_id] });
export const receivedRows = ownRows(t, t.publisher_id, [t.id], {
  ours: [t.notice, t.word, t.hid, t.user_id, t.file_ids, t.moves],
  only: IS_ACCEPTED,
});

export interface InfringementLine {
  id: number;
  item_id: number;
  user_id: number;
  publisher_id: number;
  state: InfringementState;
  created_at: number;
  ends_at: number;
}

/** All of them, for staff. */
export const infringementSource: KeysetSource = {
  select: sql`n.id::float8 as id, n.item_id::float8 as item_id, n.user_id::float8 as user_id, n.publisher_id::float8 as publisher_id, n.state,
    floor(extract(epoch from n.created_at))::float8 as created_at,
    coalesce(floor(extract(epoch from n.ends_at)), 0)::float8 as ends_at`,
  from: sql`infringements n`,
  id: sql`n.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter(Object.fromEntries(Object.keys(INFRINGEMENT_STATES).map((state) => [state, sql`n.state = ${state}`]))),
    work: numberFilter(sql`n.item_id`),
    ...dayFilters(sql`n.created_at`),
  },
  people: [sql`n.user_id`, sql`n.publisher_id`],
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`n.id = ${text}::bigint` : sql`false`),
  orders: bothWays({ by: sql`n.id`, cast: 'bigint', day: sql`n.created_at` }),
};
