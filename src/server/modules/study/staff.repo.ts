import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { bothWays, choiceFilter, dayFilters, type KeysetSource, numberFilter } from '../../db/keyset.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import type { TalkKind } from './questions.ts';
import {
  certificates,
  course_answers,
  course_questions,
  film_links,
  hand_ins,
  lesson_notes,
  lesson_progress,
  lessons,
  playing_devices,
  quiz_answers,
} from './tables.ts';

export async function insertLink(db: Queryable, row: typeof film_links.$inferInsert): Promise<number> {
  const [made] = await db.insert(film_links).values(row).returning({ id: film_links.id });
  return (made as { id: number }).id;
}

export async function isRevoked(db: Queryable, id: number): Promise<boolean> {
  const rows = await db.select({ revoked_at: film_links.revoked_at }).from(film_links).where(eq(film_links.id, id));
  return rows[0] === undefined || rows[0].revoked_at !== null;
}

export async function revokeLinksOf(db: Queryable, user_id: number, item_id: number, now: Date): Promise<void> {
  await db
    .update(film_links)
    .set({ revoked_at: now })
    .where(and(eq(film_links.user_id, user_id), eq(film_links.item_id, item_id), isNull(film_links.revoked_at)));
}

/** Courses of whose paid lessons the user has addresses that are good still. */
export async function findLinkedCourses(db: Queryable, user_id: number, now: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ item_id: film_links.item_id })
    .from(film_links)
    .where(and(eq(film_links.user_id, user_id), isNull(film_links.revoked_at), gt(film_links.expires_at, now)));
  return rows.map(({ item_id }) => item_id);
}

/** Takes back addresses of what only a right opens: trials and free lessons stay. */
export async function revokePaidLinks(db: Queryable, user_id: number, item_ids: readonly number[], now: Date): Promise<void> {
  await db
    .update(film_links)
    .set({ revoked_at: now })
    .where(
      and(
        eq(film_links.user_id, user_id),
        inArray(film_links.item_id, [...item_ids]),
        isNull(film_links.revoked_at),
        sql`${film_links.scope} <> 'trial' and not exists (select 1 from ${lessons} where ${lessons.id} = ${film_links.lesson_id} and ${lessons.free})`,
      ),
    );
}

export async function dropOldLinks(db: Queryable, before: Date): Promise<void> {
  await db.delete(film_links).where(lt(film_links.expires_at, before));
}

/** Links that somebody was given since then. */
export const countLinks = (db: Queryable, user_id: number, since: Date): Promise<number> =>
  db.$count(film_links, and(eq(film_links.user_id, user_id), sql`${film_links.issued_at} > ${since.toISOString()}::timestamptz`));

const EXPORTED_MAX = 1_000;

/** @returns the files that the learner had handed in */
export async function deleteLearning(db: Tx, user_id: number): Promise<number[]> {
  for (const table of [lesson_progress, lesson_notes, certificates, film_links, playing_devices, quiz_answers]) {
    await db.delete(table).where(eq(table.user_id, user_id));
  }
  const handed = await db.delete(hand_ins).where(eq(hand_ins.user_id, user_id)).returning({ ids: hand_ins.file_ids });
  return handed.flatMap(({ ids }) => ids);
}

export function findAsked(db: Queryable, user_id: number): Promise<Array<{ item_id: number; text: string; created_at: Date }>> {
  const { item_id, text, created_at } = course_questions;
  return db
    .select({ item_id, text, created_at })
    .from(course_questions)
    .where(eq(course_questions.user_id, user_id))
    .orderBy(desc(course_questions.id))
    .limit(EXPORTED_MAX);
}

// for the package of somebody's data
export const quizAnswerRows = ownRows(quiz_answers, quiz_answers.user_id, [quiz_answers.id]);
export const courseAnswerRows = ownRows(course_answers, course_answers.user_id, [course_answers.id]);

export interface TalkLine {
  id: number;
  item_id: number;
  user_id: number;
  text: string;
  hidden: boolean;
  created_at: number;
}

const FROM: Record<TalkKind, { from: SQL; item: SQL }> = {
  question: { from: sql`course_questions t`, item: sql`t.item_id` },
  answer: { from: sql`course_answers t join course_questions q on q.id = t.question_id`, item: sql`q.item_id` },
};

/** What people wrote about courses, for staff; read by the primary key. */
export function talkSource(what: TalkKind): KeysetSource {
  const { from, item } = FROM[what];
  return {
    select: sql`t.id, ${item} as item_id, t.user_id, t.text, t.hidden, floor(extract(epoch from t.created_at))::bigint as created_at`,
    from,
    id: sql`t.id`,
    id_cast: 'bigint',
    filters: { state: choiceFilter({ shown: sql`not t.hidden`, hidden: sql`t.hidden` }), ...dayFilters(sql`t.created_at`) },
    people: [sql`t.user_id`],
    search: (text) => (/^\d{1,15}$/.test(text) ? sql`(t.id = ${Number(text)}::bigint or t.user_id = ${Number(text)}::bigint)` : sql`false`),
    // numbers rise with time
    orders: bothWays({ by: sql`t.id`, cast: 'bigint', day: sql`t.created_at` }),
  };
}

export interface LinkLine {
  id: number;
  user_id: number;
  item_id: number;
  lesson_id: number;
  ip: string;
  device: string;
  issued_at: number;
  expires_at: number;
  /** Null: it was never taken back. */
  revoked_at: number | null;
}

/** Addresses that were handed out, for staff; read by the primary key. */
export const linkSource: KeysetSource = {
  select: sql`l.id, l.user_id, l.item_id, l.lesson_id, l.ip, l.device, floor(extract(epoch from l.issued_at))::bigint as issued_at,
    floor(extract(epoch from l.expires_at))::bigint as expires_at, floor(extract(epoch from l.revoked_at))::bigint as revoked_at`,
  from: sql`film_links l`,
  id: sql`l.id`,
  id_cast: 'bigint',
  filters: { user: numberFilter(sql`l.user_id`), lesson: numberFilter(sql`l.lesson_id`) },
  people: [sql`l.user_id`],
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`(l.id = ${Number(text)}::bigint or l.user_id = ${Number(text)}::bigint)` : sql`false`),
  // numbers rise with time
  orders: { new: { by: sql`l.id`, cast: 'bigint', desc: true }, old: { by: sql`l.id`, cast: 'bigint', desc: false } },
};
