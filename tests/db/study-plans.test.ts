import { beforeAll, expect, it } from 'vitest';
import { type Ctx, createCtx } from '#server/app/ctx.ts';
import { opinionList, opinionsOf, receivedOpinions } from '#server/modules/opinions/index.ts';
import {
  courseQuestions,
  listTeachers,
  ownCertificates,
  ownCourseCounts,
  ownCourses,
  ownNotes,
  teacherHandIns,
  teacherQuestions,
} from '#server/modules/study/index.ts';
import { testApp } from '../support/app.ts';
import { fillTable, plansOf, rowsRead } from '../support/many-rows.ts';

const ROWS = 12_000;
/** A page, and what stands beside it. */
const READ_MOST = 1_000;
const ONE = 777;
const TABLES = [
  ...['users', 'items', 'course_counts', 'course_chapters', 'lessons', 'lesson_progress', 'lesson_notes', 'opinions'],
  ...['course_questions', 'course_answers', 'certificates', 'quiz_answers', 'teachers', 'hand_ins'],
];

const t = testApp();
let ctx: Ctx;
beforeAll(async () => {
  for (const table of TABLES) await fillTable(t.booted.pool.pool, table, { rows: ROWS, seldom: 20, rare: 50 });
  ctx = createCtx(t.app, { kind: 'user', user_id: ONE, token_id: 0, roles: [], address: '' }, 'test');
});

it.each([
  ['own courses', () => ownCourses(ctx)],
  ['own notes', () => ownNotes(ctx, {})],
  ['older notes', () => ownNotes(ctx, { before: ROWS })],
  ['notes of a lesson', () => ownNotes(ctx, { lesson_id: ONE })],
  ['own certificates', () => ownCertificates(ctx)],
  ['questions of a course', () => courseQuestions(ctx, ONE)],
  ['questions of a lesson', () => courseQuestions(ctx, ONE, { lesson_id: 1 })],
  ['T1 ratings of a work', () => opinionsOf(ctx, ONE)],
  ['T1 ratings of a work by stars', () => opinionList(ctx, { id: ONE, stars: 3, before: ROWS })],
  ['T1 ratings that a publisher received', () => receivedOpinions(ctx, { waiting: 1, page: 1, limit: 20 })],
  ['teachers', () => listTeachers(ctx, 12)],
  ['what a teacher is asked', () => teacherQuestions(ctx, { waiting: true, page: 1, limit: 20 })],
  ['what waits for a teacher’s word', () => teacherHandIns(ctx, { state: 'waiting', course: 0, page: 1, limit: 20 })],
  ['what was handed in to a teacher', () => teacherHandIns(ctx, { state: 'all', course: 0, page: 1, limit: 20 })],
  ['what was handed in of a course', () => teacherHandIns(ctx, { state: 'all', course: ONE, page: 1, limit: 20 })],
  ['figures of own courses', () => ownCourseCounts(ctx, [ONE])],
])('reads of many rows for %s what it shows', async (_what, work) => {
  const read = (await plansOf(t.booted.pool.pool, work)).map(rowsRead);
  expect(read.length).toBeGreaterThan(0);
  expect(Math.max(...read)).toBeLessThan(READ_MOST);
});
