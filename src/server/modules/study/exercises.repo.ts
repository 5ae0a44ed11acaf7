import { and, asc, desc, eq } from 'drizzle-orm';
import type { HandInState } from '#contract/study.ts';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { hand_ins } from './tables.ts';

export type HandInRow = typeof hand_ins.$inferSelect;

/** What a learner handed in of an exercise, the newest first. */
export function findHandIns(db: Queryable, user_id: number, lesson_id: number): Promise<HandInRow[]> {
  const mine = and(eq(hand_ins.user_id, user_id), eq(hand_ins.lesson_id, lesson_id));
  return db.select().from(hand_ins).where(mine).orderBy(desc(hand_ins.id));
}

export async function findHandIn(db: Queryable, id: number): Promise<HandInRow | null> {
  return (await db.select().from(hand_ins).where(eq(hand_ins.id, id)))[0] ?? null;
}

/** Takes the place of one that waits. */
export async function insertHandIn(db: Tx, row: typeof hand_ins.$inferInsert): Promise<number> {
  const waiting = and(eq(hand_ins.user_id, row.user_id), eq(hand_ins.lesson_id, row.lesson_id), eq(hand_ins.state, 'waiting'));
  await db.delete(hand_ins).where(waiting);
  const [made] = await db.insert(hand_ins).values(row).returning({ id: hand_ins.id });
  return (made as { id: number }).id;
}

/** False: it does not wait any more. */
export async function setJudged(db: Tx, id: number, set: Pick<HandInRow, 'state' | 'word' | 'mark' | 'judged_at'>): Promise<boolean> {
  const waiting = and(eq(hand_ins.id, id), eq(hand_ins.state, 'waiting'));
  return (await db.update(hand_ins).set(set).where(waiting).returning({ id: hand_ins.id })).length > 0;
}

/** Of a teacher: in a state or all, of a course or (0) of all. */
export type HandInsOf = { teacher_id: number; state: HandInState | 'all'; course: number };

const ofTeacher = ({ teacher_id, state, course }: HandInsOf) =>
  and(
    eq(hand_ins.teacher_id, teacher_id),
    state === 'all' ? undefined : eq(hand_ins.state, state),
    course === 0 ? undefined : eq(hand_ins.item_id, course),
  );

/** What waits the longest first, of others the newest first. */
export function findTeacherHandIns(db: Queryable, of: HandInsOf, offset: number, limit: number): Promise<HandInRow[]> {
  const by = of.state === 'waiting' ? asc(hand_ins.id) : desc(hand_ins.id);
  return db.select().from(hand_ins).where(ofTeacher(of)).orderBy(by).offset(offset).limit(limit);
}

export const countTeacherHandIns = (db: Queryable, of: HandInsOf): Promise<number> => db.$count(hand_ins, ofTeacher(of));

/** Courses of which something was handed in to this teacher, a hundred at most. */
export async function findExercisedCourses(db: Queryable, teacher_id: number): Promise<number[]> {
  const { item_id } = hand_ins;
  const rows = await db.selectDistinct({ item_id }).from(hand_ins).where(eq(hand_ins.teacher_id, teacher_id)).limit(100);
  return rows.map((row) => row.item_id);
}

// for the package of somebody's data
export const handInRows = ownRows(hand_ins, hand_ins.user_id, [hand_ins.id]);
