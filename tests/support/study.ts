import { KINDS } from '#contract/kinds.ts';
import type { Quiz } from '#contract/quiz.ts';
import { type Ctx, createCtx, inTransaction } from '#server/app/ctx.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { cutTrial, type NewLesson, writeOutline } from '#server/modules/study/index.ts';
import type { TestApp } from './app.ts';
import { makeItem } from './catalog.ts';
import { makeFilm } from './films.ts';
import type { Person } from './people.ts';

export const QUIZ: Quiz = {
  pass_percent: 60,
  questions: [
    { id: 'q1', kind: 'one', text: '彩排应在何时进行', options: ['活动当天', '活动前一天'], right: [1], explanation: '留出一晚改错' },
    { id: 'q2', kind: 'judge', text: '预算要留机动', options: ['对', '错'], right: [0], explanation: '' },
  ],
};

export interface CourseWish {
  title?: string;
  price_fen?: number;
  vip_only?: boolean;
  lessons?: readonly NewLesson[];
}

/** A film lesson of so many seconds; its file holds a few. */
export const filmLesson = (title: string, duration_s: number, more: Partial<NewLesson> = {}): NewLesson => ({
  ...{ title, type: 'video', duration_s },
  ...more,
});

/** A course on the site with one chapter of these lessons. */
export async function makeCourse(
  t: Pick<TestApp, 'ctx'>,
  teacher: Pick<Person, 'id'>,
  {
    title = '活动执行全流程',
    price_fen = 9_900,
    vip_only = false,
    lessons = [filmLesson('第一课', 600), filmLesson('第二课', 600)],
  }: CourseWish = {},
): Promise<{ id: number; lessons: number[] }> {
  const details = { fields: { for_whom: '刚入行的活动策划', learns: '一场活动从接单到复盘的全部步骤' } };
  const id = await makeItem(t.ctx(), { kind: KINDS.course, publisher_id: teacher.id, title, price_fen, vip_only, format: '', details });
  return { id, lessons: await inTransaction(t.ctx(), (tx) => writeOutline(tx, id, [{ title: '第一章', lessons }])) };
}

/** Stores a real film of so many seconds as the teacher's. */
export async function storeFilmOf(t: TestApp, teacher: Person, seconds = 9): Promise<number> {
  return storeOriginal(createCtx(t.app, teacher.actor, 'test'), {
    purpose: 'video',
    name: '第一课.mp4',
    data: await makeFilm({ seconds }),
  });
}

/** Cuts the trials of these lessons now. */
export async function cutTrials(ctx: Ctx, lessons: readonly number[]): Promise<void> {
  for (const id of lessons) await cutTrial(ctx, id);
}
