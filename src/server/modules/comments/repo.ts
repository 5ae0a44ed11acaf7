import { and, asc, count, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { CommentMarks, CommentSort, CommentState } from '#contract/comment.ts';
import { bothWays, byName, choiceFilter, dayFilters, type KeysetSource, numberFilter, wordFilter } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { comment_likes, comment_reports, comment_sums, comments } from './tables.ts';

export type CommentRecord = typeof comments.$inferSelect;

/** A work that is commented on. */
export interface Subject {
  kind: string;
  id: number;
}

export async function findByKey(db: Queryable, writer_id: number, key: string): Promise<CommentRecord | null> {
  const rows = await db
    .select()
    .from(comments)
    .where(and(eq(comments.writer_id, writer_id), eq(comments.key, key)));
  return rows[0] ?? null;
}

/** Null: the writer has one with this key. */
export async function insertComment(db: Tx, row: typeof comments.$inferInsert): Promise<CommentRecord | null> {
  const rows = await db.insert(comments).values(row).onConflictDoNothing().returning();
  return rows[0] ?? null;
}

export async function lockComment(db: Tx, id: number): Promise<CommentRecord | null> {
  const rows = await db.select().from(comments).where(eq(comments.id, id)).for('update');
  return rows[0] ?? null;
}

export async function findComments(db: Queryable, ids: readonly number[]): Promise<CommentRecord[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(comments)
    .where(inArray(comments.id, [...ids]));
}

export async function setState(
  db: Tx,
  id: number,
  change: { state: CommentState; reason?: string; text?: string; aside?: boolean },
): Promise<void> {
  await db.update(comments).set(change).where(eq(comments.id, id));
}

/** Moves the numbers that pages show by what became visible (1) or went out of sight (-1). */
export async function countShown(db: Tx, row: Pick<CommentRecord, 'subject_kind' | 'subject_id' | 'root_id'>, by: 1 | -1): Promise<void> {
  if (row.root_id !== null) {
    await db
      .update(comments)
      .set({ reply_num: sql`${comments.reply_num} + ${by}` })
      .where(eq(comments.id, row.root_id));
  }
  const { subject_kind, subject_id } = row;
  if (by > 0) {
    await db
      .insert(comment_sums)
      .values({ subject_kind, subject_id, shown_num: 1 })
      .onConflictDoUpdate({
        target: [comment_sums.subject_kind, comment_sums.subject_id],
        set: { shown_num: sql`${comment_sums.shown_num} + 1` },
      });
  } else {
    await db
      .update(comment_sums)
      .set({ shown_num: sql`${comment_sums.shown_num} - 1` })
      .where(and(eq(comment_sums.subject_kind, subject_kind), eq(comment_sums.subject_id, subject_id)));
  }
}

export async function findTotal(db: Queryable, { kind, id }: Subject): Promise<number> {
  const rows = await db
    .select({ n: comment_sums.shown_num })
    .from(comment_sums)
    .where(and(eq(comment_sums.subject_kind, kind), eq(comment_sums.subject_id, id)));
  return rows[0]?.n ?? 0;
}

/** How many are shown of each of some works of a kind. */
export async function findTotals(db: Queryable, kind: string, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: comment_sums.subject_id, n: comment_sums.shown_num })
    .from(comment_sums)
    .where(and(eq(comment_sums.subject_kind, kind), inArray(comment_sums.subject_id, [...ids])));
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Where a page of top comments goes on: after this row. */
export interface After {
  like_num: number;
  id: number;
}

/** Top comments that are shown or have replies; the next `limit` after a row. */
export async function findTop(
  db: Queryable,
  { kind, id }: Subject,
  { sort, after, limit }: { sort: CommentSort; after: After | null; limit: number },
): Promise<CommentRecord[]> {
  const beyond =
    after === null
      ? undefined
      : sort === 'new'
        ? lt(comments.id, after.id)
        : sql`(${comments.like_num}, ${comments.id}) < (${after.like_num}::bigint, ${after.id}::bigint)`;
  return db
    .select()
    .from(comments)
    .where(
      and(
        eq(comments.subject_kind, kind),
        eq(comments.subject_id, id),
        isNull(comments.root_id),
        or(eq(comments.state, 'shown'), sql`${comments.reply_num} > 0`),
        beyond,
      ),
    )
    .orderBy(...(sort === 'new' ? [desc(comments.id)] : [desc(comments.like_num), desc(comments.id)]))
    .limit(limit);
}

/** The first shown replies of each of some comments, in the order of their time. */
export async function findFirstReplies(db: Queryable, root_ids: readonly number[], most: number): Promise<CommentRecord[]> {
  if (root_ids.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    select r.id from unnest(${sql.param([...root_ids])}::bigint[]) as root(id)
    cross join lateral (
      select c.id from comments c where c.root_id = root.id and c.root_id is not null and c.state = 'shown' order by c.id limit ${most}
    ) r`);
  const found = await findComments(
    db,
    rows.map(({ id }) => Number(id)),
  );
  return found.toSorted((a, b) => a.id - b.id);
}

const talkers = statement<{ writer_id: number }>(
  'comments_talkers',
  `select writer_id from (
     select writer_id, id from comments where id = $1 and state = 'shown'
     union all (select writer_id, id from comments where root_id = $1 and state = 'shown' and id < $2 order by id desc limit 50)) as said
   group by writer_id order by max(id) desc limit $3`,
);

/** Who wrote a comment or below it before one of its replies, who did last first, among the last fifty. */
export async function findTalkers(
  db: Queryable,
  { root_id, before_id, most }: { root_id: number; before_id: number; most: number },
): Promise<number[]> {
  return (await talkers(db, [root_id, before_id, most])).map(({ writer_id }) => writer_id);
}

export async function findReplies(db: Queryable, root_id: number, after_id: number, limit: number): Promise<CommentRecord[]> {
  return db
    .select()
    .from(comments)
    .where(and(eq(comments.root_id, root_id), eq(comments.state, 'shown'), sql`${comments.id} > ${after_id}`))
    .orderBy(asc(comments.id))
    .limit(limit);
}

/** True: it is new. */
export async function insertLike(db: Tx, comment_id: number, user_id: number, created_at: Date): Promise<boolean> {
  const rows = await db
    .insert(comment_likes)
    .values({ comment_id, user_id, created_at })
    .onConflictDoNothing()
    .returning({ id: comment_likes.comment_id });
  return rows.length > 0;
}

export async function deleteLike(db: Tx, comment_id: number, user_id: number): Promise<boolean> {
  const rows = await db
    .delete(comment_likes)
    .where(and(eq(comment_likes.comment_id, comment_id), eq(comment_likes.user_id, user_id)))
    .returning({ id: comment_likes.comment_id });
  return rows.length > 0;
}

export async function addLikes(db: Tx, id: number, by: 1 | -1): Promise<number> {
  const [row] = await db
    .update(comments)
    .set({ like_num: sql`${comments.like_num} + ${by}` })
    .where(eq(comments.id, id))
    .returning({ n: comments.like_num });
  return row?.n ?? 0;
}

/** Of the comments of a work: those that somebody likes, and their own. Those of the newest that anybody marked. */
export async function findMarks(db: Queryable, { kind, id }: Subject, user_id: number): Promise<Omit<CommentMarks, 'author'>> {
  const of = and(eq(comments.subject_kind, kind), eq(comments.subject_id, id));
  const liked = await db
    .select({ id: comments.id })
    .from(comment_likes)
    .innerJoin(comments, eq(comments.id, comment_likes.comment_id))
    .where(and(eq(comment_likes.user_id, user_id), of))
    .orderBy(desc(comments.id))
    .limit(500);
  const own = await db
    .select({ id: comments.id, aside: comments.aside, reason: comments.reason, text: comments.text })
    .from(comments)
    .where(and(eq(comments.writer_id, user_id), of, inArray(comments.state, ['shown', 'held'])))
    .orderBy(desc(comments.id))
    .limit(500);
  const aside = own.filter((row) => row.aside).map(({ id, reason, text }) => ({ id, reason, text }));
  return { liked: liked.map((row) => row.id), own: own.map((row) => row.id), aside };
}

/** False: this reader has reported it before. */
export async function insertReport(db: Tx, row: typeof comment_reports.$inferInsert): Promise<boolean> {
  const rows = await db.insert(comment_reports).values(row).onConflictDoNothing().returning({ id: comment_reports.comment_id });
  if (rows.length === 0) return false;
  await db
    .update(comments)
    .set({ report_num: sql`${comments.report_num} + 1` })
    .where(eq(comments.id, row.comment_id));
  return true;
}

export async function findReports(db: Queryable, comment_ids: readonly number[]): Promise<Array<{ comment_id: number; reason: string }>> {
  if (comment_ids.length === 0) return [];
  const { comment_id, reason } = comment_reports;
  return db
    .select({ comment_id, reason })
    .from(comment_reports)
    .where(inArray(comment_id, [...comment_ids]))
    .orderBy(asc(comment_reports.created_at))
    .limit(100);
}

/** What somebody wrote, the newest first. */
export async function findWritten(db: Queryable, writer_id: number, offset: number, limit: number): Promise<CommentRecord[]> {
  return db.select().from(comments).where(eq(comments.writer_id, writer_id)).orderBy(desc(comments.id)).limit(limit).offset(offset);
}

/** Ids of what somebody wrote and did not delete. */
export async function findStanding(db: Tx, writer_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.writer_id, writer_id), sql`${comments.state} <> 'deleted'`))
    .orderBy(asc(comments.id));
  return rows.map((row) => row.id);
}

/** Ids of the comments that somebody likes. */
export async function findLikedBy(db: Tx, user_id: number): Promise<number[]> {
  const rows = await db.select({ id: comment_likes.comment_id }).from(comment_likes).where(eq(comment_likes.user_id, user_id));
  return rows.map((row) => row.id).toSorted((a, b) => a - b);
}

/** How many somebody wrote since a time. */
export async function countSince(db: Queryable, writer_id: number, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(comments)
    .where(and(eq(comments.writer_id, writer_id), sql`${comments.created_at} > ${since.toISOString()}::timestamptz`));
  return row?.n ?? 0;
}

export interface CommentLine {
  id: number;
  subject_kind: string;
  subject_id: number;
  writer_id: number;
  text: string;
  state: CommentState;
  aside: boolean;
  like_num: number;
  report_num: number;
  created_at: number;
}

/** All comments, for staff. */
export const commentSource: KeysetSource = {
  select: sql`c.id::float8 as id, c.subject_kind, c.subject_id::float8 as subject_id, c.writer_id::float8 as writer_id, c.text, c.state, c.aside,
    c.like_num::float8 as like_num, c.report_num, floor(extract(epoch from c.created_at))::float8 as created_at`,
  from: sql`comments c`,
  id: sql`c.id`,
  id_cast: 'bigint',
  filters: {
    state: wordFilter(sql`c.state`, ['shown', 'held', 'hidden', 'deleted']),
    reported: choiceFilter({ yes: sql`c.report_num > 0` }),
    writer: numberFilter(sql`c.writer_id`),
    work: numberFilter(sql`c.subject_id`),
    ...dayFilters(sql`c.created_at`),
  },
  search: (text) =>
    /^\d{1,15}$/.test(text)
      ? sql`c.id = ${Number(text)}::bigint`
      : byName(text.slice(0, 40), sql`c.id`, sql`left(c.text, 40)`, sql`select id, text as name from comments order by id desc`),
  // numbers rise with time
  orders: bothWays({ by: sql`c.id`, cast: 'bigint', day: sql`c.created_at` }),
};

// for the package of somebody's data
export const commentLikeRows = ownRows(comment_likes, comment_likes.user_id, [comment_likes.comment_id]);
export const commentReportRows = ownRows(comment_reports, comment_reports.user_id, [comment_reports.comment_id]);
