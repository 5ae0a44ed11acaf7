import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/pool.ts';
import { seenLesson } from './counts.repo.ts';
import { course_chapters, lessons, teachers } from './tables.ts';

export type Lesson = typeof lessons.$inferSelect;
export type Chapter = typeof course_chapters.$inferSelect;
export type Teacher = typeof teachers.$inferSelect;

export async function findLesson(db: Queryable, id: number): Promise<Lesson | null> {
  return (await db.select().from(lessons).where(eq(lessons.id, id)))[0] ?? null;
}

export async function findLessons(db: Queryable, ids: readonly number[]): Promise<Map<number, Lesson>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(lessons)
    .where(inArray(lessons.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Chapters of a course, in order. */
export function findChapters(db: Queryable, item_id: number): Promise<Chapter[]> {
  return db
    .select()
    .from(course_chapters)
    .where(eq(course_chapters.item_id, item_id))
    .orderBy(asc(course_chapters.position), asc(course_chapters.id));
}

/** The lessons that learners see, in the order of their course. */
export function findSeenLessons(db: Queryable, item_ids: readonly number[]): Promise<Lesson[]> {
  if (item_ids.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(lessons)
    .where(and(inArray(lessons.item_id, [...item_ids]), seenLesson))
    .orderBy(asc(lessons.item_id), asc(lessons.position), asc(lessons.id));
}

/** Free films, the newest first, from before that id on. Whether their courses are on the site is the caller's question. */
export function findFreeFilms(db: Queryable, before: number | null, limit: number): Promise<Lesson[]> {
  return db
    .select()
    .from(lessons)
    .where(
      and(
        sql`${lessons.free} and ${lessons.type} = 'video' and ${lessons.state} = 'ready' and ${lessons.shown}`,
        sql`${lessons.removed_at} is null`,
        before === null ? undefined : lt(lessons.id, before),
      ),
    )
    .orderBy(desc(lessons.id))
    .limit(limit);
}

export async function findTeacher(db: Queryable, user_id: number): Promise<Teacher | null> {
  return (await db.select().from(teachers).where(eq(teachers.user_id, user_id)))[0] ?? null;
}

export async function findTeachers(db: Queryable, user_ids: readonly number[]): Promise<Map<number, Teacher>> {
  if (user_ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(teachers)
    .where(inArray(teachers.user_id, [...user_ids]));
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Accepted ones, those decided last first. */
export function findAccepted(db: Queryable, limit: number): Promise<Teacher[]> {
  return db.select().from(teachers).where(eq(teachers.state, 'accepted')).orderBy(desc(teachers.user_id)).limit(limit);
}

/** False: the lesson has another film meanwhile. */
export async function setTrial(db: Queryable, id: number, file_id: number, trial_file_id: number): Promise<boolean> {
  const rows = await db
    .update(lessons)
    .set({ trial_file_id })
    .where(and(eq(lessons.id, id), eq(lessons.file_id, file_id)))
    .returning({ id: lessons.id });
  return rows.length > 0;
}

/** Those of the stored files that a lesson, its trial or a teacher's sample is. */
export async function findNamedFiles(db: Queryable, file_ids: readonly number[]): Promise<Set<number>> {
  if (file_ids.length === 0) return new Set();
  const ids = [...file_ids];
  const films = await db.select({ id: lessons.file_id }).from(lessons).where(inArray(lessons.file_id, ids));
  const trials = await db.select({ id: lessons.trial_file_id }).from(lessons).where(inArray(lessons.trial_file_id, ids));
  const samples = await db.select({ id: teachers.sample_file_id }).from(teachers).where(inArray(teachers.sample_file_id, ids));
  return new Set([...films, ...trials, ...samples].flatMap(({ id }) => id ?? []));
}
