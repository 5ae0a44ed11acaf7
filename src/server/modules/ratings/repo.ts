import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { bothWays, choiceFilter, dayFilters, type KeysetSource, numberFilter } from '../../db/keyset.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { rating_sums, ratings } from './tables.ts';

export type RatingRecord = typeof ratings.$inferSelect;
type Subject = { kind: string; id: number };

/** Ratings of one subject are given one after the other. Held to the end of the transaction. */
export async function lockSubject(db: Tx, { kind, id }: Subject): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`rating/${kind}`}, ${id}))`);
}

export function findOfSubject(db: Queryable, { kind, id }: Subject): Promise<RatingRecord[]> {
  return db
    .select()
    .from(ratings)
    .where(and(eq(ratings.subject_kind, kind), eq(ratings.subject_id, id)));
}

export async function insertRating(db: Tx, row: typeof ratings.$inferInsert): Promise<RatingRecord> {
  return (await db.insert(ratings).values(row).returning())[0] as RatingRecord;
}

const show = statement<RatingRecord>(
  'ratings_show',
  'update ratings set shown_at = $2 where id = any($1::bigint[]) and shown_at is null returning *',
);

/** Makes ratings visible; answers those that were not before. */
export function showRatings(db: Tx, ids: readonly number[], now: Date): Promise<RatingRecord[]> {
  return show(db, [ids, now]);
}

const blind = statement<{ id: number }>(
  'ratings_blind_since',
  'select id from ratings where shown_at is null and created_at <= $1 order by created_at limit $2 for update skip locked',
);

/** Ids of ratings that have been waiting since before then, locked. */
export async function lockBlindSince(db: Tx, before: Date, limit: number): Promise<number[]> {
  return (await blind(db, [before, limit])).map(({ id }) => id);
}

const add = statement(
  'rating_sums_add',
  `insert into rating_sums as s (user_id, count, stars)
   select user_id, sum(count)::int, sum(stars)::int from unnest($1::bigint[], $2::int[], $3::int[]) as k(user_id, count, stars) group by user_id order by user_id
   on conflict (user_id) do update set count = s.count + excluded.count, stars = s.stars + excluded.stars`,
);

/** Adds ratings to the sums of the rated, in the order of their ids; one statement. */
export async function addToSums(db: Tx, added: ReadonlyArray<{ to_id: number; stars: number }>): Promise<void> {
  if (added.length === 0) return;
  await add(db, [added.map(({ to_id }) => to_id), added.map(() => 1), added.map(({ stars }) => stars)]);
}

/** Takes one rating from the sum of the rated. */
export async function takeFromSum(db: Tx, { to_id, stars }: { to_id: number; stars: number }): Promise<void> {
  const { count, stars: sum } = rating_sums;
  await db
    .update(rating_sums)
    .set({ count: sql`${count} - 1`, stars: sql`${sum} - ${stars}` })
    .where(eq(rating_sums.user_id, to_id));
}

export function findSums(db: Queryable, user_ids: readonly number[]) {
  return db
    .select()
    .from(rating_sums)
    .where(inArray(rating_sums.user_id, [...user_ids]));
}

const shownOf = (user_id: number) => and(eq(ratings.to_id, user_id), isNotNull(ratings.shown_at), isNull(ratings.hidden_at));

/** Newest first. */
export function findShown(db: Queryable, user_id: number, page: { offset: number; limit: number }): Promise<RatingRecord[]> {
  return db.select().from(ratings).where(shownOf(user_id)).orderBy(desc(ratings.id)).offset(page.offset).limit(page.limit);
}

/** What somebody wrote, newest first. */
export function findGiven(db: Queryable, user_id: number, page: { offset: number; limit: number }): Promise<RatingRecord[]> {
  return db.select().from(ratings).where(eq(ratings.from_id, user_id)).orderBy(desc(ratings.id)).offset(page.offset).limit(page.limit);
}

export async function lockRating(db: Tx, id: number): Promise<RatingRecord | null> {
  return (await db.select().from(ratings).where(eq(ratings.id, id)).for('update'))[0] ?? null;
}

export async function setRating(db: Tx, id: number, change: Partial<typeof ratings.$inferInsert>): Promise<void> {
  await db.update(ratings).set(change).where(eq(ratings.id, id));
}

/** Empties the texts that somebody wrote; their stars stay. */
export async function blankTexts(db: Tx, from_id: number): Promise<void> {
  await db.update(ratings).set({ text: '' }).where(eq(ratings.from_id, from_id));
}

export interface RatingLine {
  id: number;
  subject_kind: 'demand' | 'request';
  subject_id: number;
  from_id: number;
  to_id: number;
  stars: number;
  text: string;
  shown: boolean;
  hidden: boolean;
  created_at: number;
}

/** Every rating, for staff; the text of one that is not public yet is not among it. */
export const ratingSource: KeysetSource = {
  select: sql`r.id, r.subject_kind, r.subject_id, r.from_id, r.to_id, r.stars, case when r.shown_at is null then '' else r.text end as text,
    (r.shown_at is not null) as shown, (r.hidden_at is not null) as hidden, floor(extract(epoch from r.created_at))::bigint as created_at`,
  from: sql`ratings r`,
  id: sql`r.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({
      shown: sql`(r.shown_at is not null and r.hidden_at is null)`,
      blind: sql`r.shown_at is null`,
      hidden: sql`r.hidden_at is not null`,
    }),
    user: numberFilter(sql`r.to_id`),
    ...dayFilters(sql`r.created_at`),
  },
  people: [sql`r.to_id`, sql`r.from_id`],
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`(r.to_id = ${text}::bigint or r.from_id = ${text}::bigint)` : sql`false`),
  orders: bothWays({ by: sql`r.created_at`, cast: 'timestamptz' }),
};
