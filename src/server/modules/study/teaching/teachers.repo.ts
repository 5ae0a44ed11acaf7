import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { TeacherState } from '#contract/study.ts';
import { bothWays, byName, dayFilters, type KeysetSource, wordFilter } from '../../../db/keyset.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import { course_answers, course_questions, lessons, teachers } from '../tables.ts';

export type TeacherRow = typeof teachers.$inferSelect;

/** One applies at a time a user, also where there is no row yet; until the end of the transaction. */
export async function lockTeaching(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('teaching'), (${user_id}::bigint % 2147483647)::int)`);
}

export async function findTeacher(db: Queryable, user_id: number): Promise<TeacherRow | null> {
  return (await db.select().from(teachers).where(eq(teachers.user_id, user_id)))[0] ?? null;
}

export async function lockTeacher(db: Tx, user_id: number): Promise<TeacherRow | null> {
  return (await db.select().from(teachers).where(eq(teachers.user_id, user_id)).for('update'))[0] ?? null;
}

export async function findTeachers(db: Queryable, user_ids: readonly number[]): Promise<TeacherRow[]> {
  if (user_ids.length === 0) return [];
  return db
    .select()
    .from(teachers)
    .where(inArray(teachers.user_id, [...user_ids]));
}

/** Writes what was sent in, in place of what was there. */
export async function saveTeacher(db: Tx, row: typeof teachers.$inferInsert): Promise<TeacherRow> {
  const { user_id: _same, ...set } = row;
  const rows = await db.insert(teachers).values(row).onConflictDoUpdate({ target: teachers.user_id, set }).returning();
  return rows[0] as TeacherRow;
}

export async function updateTeacher(
  db: Tx,
  user_id: number,
  set: Partial<Pick<TeacherRow, 'state' | 'reason' | 'position' | 'introduction' | 'decided_at'>> & { updated_at: Date },
): Promise<void> {
  await db.update(teachers).set(set).where(eq(teachers.user_id, user_id));
}

/** Removes the row. @returns the file that it named */
export async function removeTeacher(db: Tx, user_id: number): Promise<number | null> {
  const rows = await db.delete(teachers).where(eq(teachers.user_id, user_id)).returning({ file_id: teachers.sample_file_id });
  return rows[0]?.file_id ?? null;
}

export interface TeacherLine {
  user_id: number;
  name: string;
  position: string;
  field: string;
  state: TeacherState;
  courses: number;
  learners: number;
  applied_at: number;
}

/** Teachers with what they teach, for staff. `courses`: rows of published courses, with publisher_id and id. */
export const teacherSourceOver = (courses: ReturnType<typeof sql>): KeysetSource => ({
  select: sql`t.user_id, t.name, t.position, t.field, t.state, floor(extract(epoch from t.applied_at))::bigint as applied_at,
    (select count(*)::int from ${courses} i where i.publisher_id = t.user_id and i.status = 'published') as courses,
    (select coalesce(sum(c.learner_num), 0)::int from ${courses} i join course_counts c on c.item_id = i.id
      where i.publisher_id = t.user_id) as learners`,
  from: sql`${teachers} t`,
  id: sql`t.user_id`,
  id_cast: 'bigint',
  filters: {
    state: wordFilter(sql`t.state`, ['waiting', 'returned', 'accepted', 'withdrawn']),
    ...dayFilters(sql`t.applied_at`),
  },
  people: [sql`t.user_id`],
  search: (text) =>
    /^\d{1,15}$/.test(text)
      ? sql`t.user_id = ${Number(text)}::bigint`
      : byName(text, sql`t.user_id`, sql`t.name`, sql`select user_id as id, name from teachers order by user_id desc`),
  orders: bothWays({ by: sql`t.user_id`, cast: 'bigint', day: sql`t.applied_at` }),
});

const unanswered = (teacher_id: number) =>
  and(eq(course_questions.teacher_id, teacher_id), isNull(course_questions.answered_at), eq(course_questions.hidden, false));

const all = (teacher_id: number) => and(eq(course_questions.teacher_id, teacher_id), eq(course_questions.hidden, false));

const which = (teacher_id: number, waiting: boolean) => (waiting ? unanswered(teacher_id) : all(teacher_id));

/** A teacher's questions with the name of their lesson: those that wait oldest first, all newest first. */
export async function findTeacherQuestions(
  db: Queryable,
  { teacher_id, waiting, offset, limit }: { teacher_id: number; waiting: boolean; offset: number; limit: number },
) {
  return db
    .select({
      question: course_questions,
      lesson: { id: lessons.id, title: lessons.title, film_at: lessons.film_at, removed_at: lessons.removed_at },
    })
    .from(course_questions)
    .leftJoin(lessons, eq(lessons.id, course_questions.lesson_id))
    .where(which(teacher_id, waiting))
    .orderBy(waiting ? asc(course_questions.id) : desc(course_questions.id))
    .offset(offset)
    .limit(limit);
}

export async function countTeacherQuestions(db: Queryable, teacher_id: number, waiting: boolean): Promise<number> {
  return db.$count(course_questions, which(teacher_id, waiting));
}

export async function findAnswersTo(db: Queryable, question_ids: readonly number[]) {
  if (question_ids.length === 0) return [];
  return db
    .select()
    .from(course_answers)
    .where(and(inArray(course_answers.question_id, [...question_ids]), eq(course_answers.hidden, false)))
    .orderBy(asc(course_answers.id));
}
