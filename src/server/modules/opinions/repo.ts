import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { bothWays, choiceFilter, dayFilters, type KeysetSource, numberFilter } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { opinion_reports, opinions } from './tables.ts';

export type OpinionRecord = typeof opinions.$inferSelect;

const sum = statement<{ stars: number; num: number }>(
  'opinions_by_stars',
  'select stars::int as stars, count(*)::int as num from opinions where item_id = $1 and not hidden and not lapsed group by stars',
);

/** How many that are shown gave each number of stars. */
export function countByStars(db: Queryable, item_id: number): Promise<Array<{ stars: number; num: number }>> {
  return sum(db, [item_id]);
}

const save = statement<{ id: number; fresh: boolean }>(
  'opinions_save',
  `insert into opinions (item_id, user_id, publisher_id, stars, text, event, people, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
   on conflict (item_id, user_id) do update set stars = excluded.stars, text = excluded.text, event = excluded.event, people = excluded.people,
     lapsed = false, updated_at = excluded.updated_at
   returning id, xmax = 0 as fresh`,
);

export type OpinionInput = Pick<OpinionRecord, 'item_id' | 'user_id' | 'publisher_id' | 'stars' | 'text' | 'event' | 'people'>;

/** Inserts or changes the one of a person and work. `fresh`: it is new. */
export async function saveRow(db: Tx, row: OpinionInput, now: Date): Promise<{ id: number; fresh: boolean }> {
  const { item_id, user_id, publisher_id, stars, text, event, people } = row;
  return (await save(db, [item_id, user_id, publisher_id, stars, text, event, people, now]))[0] as { id: number; fresh: boolean };
}

export async function findOf(db: Queryable, item_id: number, user_id: number): Promise<OpinionRecord | null> {
  const rows = await db
    .select()
    .from(opinions)
    .where(and(eq(opinions.item_id, item_id), eq(opinions.user_id, user_id)));
  return rows[0] ?? null;
}

/** Stars that somebody gave these works, as they stand there for them. */
export async function findStarsOf(db: Queryable, user_id: number, item_ids: readonly number[]): Promise<Map<number, number>> {
  const { item_id, stars } = opinions;
  const rows = await db
    .select({ item_id, stars })
    .from(opinions)
    .where(and(eq(opinions.user_id, user_id), inArray(item_id, [...item_ids]), sql`not ${opinions.lapsed}`));
  return new Map(rows.map((row) => [row.item_id, row.stars]));
}

export function findOpinions(db: Queryable, ids: readonly number[]): Promise<OpinionRecord[]> {
  return db
    .select()
    .from(opinions)
    .where(inArray(opinions.id, [...ids]));
}

/** Shown ones of a work, the newest first, from before that id on. */
export function findShown(
  db: Queryable,
  { item_id, stars, before, limit }: { item_id: number; stars: number; before: number; limit: number },
): Promise<OpinionRecord[]> {
  return db
    .select()
    .from(opinions)
    .where(
      and(
        eq(opinions.item_id, item_id),
        sql`not ${opinions.hidden} and not ${opinions.lapsed}`,
        stars === 0 ? undefined : eq(opinions.stars, stars),
        before === 0 ? undefined : lt(opinions.id, before),
      ),
    )
    .orderBy(desc(opinions.id))
    .limit(limit);
}

/** Of a publisher's works, the newest first. `waiting`: those without an answer. */
export async function findReceived(
  db: Queryable,
  { publisher_id, waiting, offset, limit }: { publisher_id: number; waiting: boolean; offset: number; limit: number },
): Promise<{ rows: OpinionRecord[]; total: number }> {
  const which = and(
    eq(opinions.publisher_id, publisher_id),
    waiting ? sql`${opinions.answer} = '' and not ${opinions.hidden} and not ${opinions.lapsed}` : sql`not ${opinions.lapsed}`,
  );
  const rows = await db.select().from(opinions).where(which).orderBy(desc(opinions.id)).offset(offset).limit(limit);
  return { rows, total: await db.$count(opinions, which) };
}

export async function setOpinion(db: Tx, id: number, change: Partial<typeof opinions.$inferInsert>): Promise<void> {
  await db.update(opinions).set(change).where(eq(opinions.id, id));
}

export async function deleteRow(db: Tx, id: number): Promise<void> {
  await db.delete(opinions).where(eq(opinions.id, id));
}

/** False: they reported it before. */
export async function insertReport(db: Tx, row: typeof opinion_reports.$inferInsert): Promise<boolean> {
  const rows = await db.insert(opinion_reports).values(row).onConflictDoNothing().returning({ id: opinion_reports.opinion_id });
  if (rows.length === 0) return false;
  await db
    .update(opinions)
    .set({ report_num: sql`${opinions.report_num} + 1` })
    .where(eq(opinions.id, row.opinion_id));
  return true;
}

export function findReports(db: Queryable, ids: readonly number[]): Promise<Array<{ opinion_id: number; reason: string }>> {
  const { opinion_id, reason, created_at } = opinion_reports;
  return db
    .select({ opinion_id, reason })
    .from(opinion_reports)
    .where(inArray(opinion_id, [...ids]))
    .orderBy(created_at)
    .limit(200);
}

/** Empties what somebody wrote, and what they answered; stars stay. */
export async function blankOpinions(db: Tx, user_id: number): Promise<void> {
  await db.update(opinions).set({ text: '', event: '', people: 0 }).where(eq(opinions.user_id, user_id));
  await db.update(opinions).set({ answer: '', answered_at: null }).where(eq(opinions.publisher_id, user_id));
}

const rated = statement<{ user_id: number; item_id: number }>(
  'opinions_given_of',
  `select o.user_id, o.item_id from opinions o
   join unnest($1::bigint[], $2::bigint[]) as k(user_id, item_id) on k.user_id = o.user_id and k.item_id = o.item_id`,
);

/** Which of these people rated which of these works. */
export function findGivenOf(db: Queryable, pairs: ReadonlyArray<{ user_id: number; item_id: number }>) {
  return rated(db, [pairs.map(({ user_id }) => user_id), pairs.map(({ item_id }) => item_id)]);
}

export interface OpinionLine {
  id: number;
  item_id: number;
  user_id: number;
  stars: number;
  text: string;
  used: string;
  answer: string;
  report_num: number;
  state: 'shown' | 'hidden' | 'lapsed';
  created_at: number;
}

/** All of them, for staff. */
export const opinionSource: KeysetSource = {
  select: sql`o.id::float8 as id, o.item_id::float8 as item_id, o.user_id::float8 as user_id, o.stars, o.text, o.answer, o.report_num,
    concat_ws(' · ', nullif(o.event, ''), case when o.people > 0 then o.people || ' 人' end) as used,
    case when o.hidden then 'hidden' when o.lapsed then 'lapsed' else 'shown' end as state,
    floor(extract(epoch from o.created_at))::float8 as created_at`,
  from: sql`opinions o`,
  id: sql`o.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({ shown: sql`(not o.hidden and not o.lapsed)`, hidden: sql`o.hidden`, lapsed: sql`(o.lapsed and not o.hidden)` }),
    reported: choiceFilter({ yes: sql`o.report_num > 0` }),
    work: numberFilter(sql`o.item_id`),
    publisher: numberFilter(sql`o.publisher_id`),
    ...dayFilters(sql`o.created_at`),
  },
  people: [sql`o.user_id`],
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`(o.id = ${text}::bigint or o.user_id = ${text}::bigint)` : sql`false`),
  // numbers rise with time
  orders: bothWays({ by: sql`o.id`, cast: 'bigint', day: sql`o.created_at` }),
};

// for the package of somebody's data
export const opinionRows = ownRows(opinions, opinions.user_id, [opinions.id], {
  ours: [opinions.publisher_id, opinions.hidden_reason, opinions.report_num, opinions.lapsed],
});
export const opinionAnswerRows = ownRows(opinions, opinions.publisher_id, [opinions.id], {
  ours: [
    opinions.user_id,
    opinions.hidden_reason,
    opinions.report_num,
    opinions.lapsed,
    opinions.stars,
    opinions.text,
    opinions.event,
    opinions.people,
  ],
});
export const opinionReportRows = ownRows(opinion_reports, opinion_reports.user_id, [opinion_reports.opinion_id]);
