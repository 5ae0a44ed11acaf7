import type { z } from 'zod';
import { playerPath } from '#contract/player-path.ts';
import type { teachingCourseCalls } from '#contract/teaching/course-calls.ts';
import { type CourseLearners, LEARNER_STATES, LEARNERS_TOLD, MESSAGES_A_WEEK } from '#contract/teaching.ts';
import { type Ctx, inTransaction } from '../../../app/ctx.ts';
import { circularsOf, sendCircular } from '../../notices/index.ts';
import { refuseContact } from '../questions.ts';
import { countLearners, findLearnerIds, findLearners } from './learners.repo.ts';
import { ownCourseItem } from './own-course.ts';

/** Who learns in an own course, by name, and how far they are. @throws AppError 404 when it is not the caller's */
export async function courseLearners(ctx: Ctx, wish: z.output<typeof teachingCourseCalls.learners.input>): Promise<CourseLearners> {
  const { id, state, name, page, limit } = wish;
  const of = { ...(await coursePlace(ctx, id)), states: state === 'all' ? LEARNER_STATES : [state], name };
  const rows = await findLearners(ctx.db, of, (page - 1) * limit, limit);
  return { list: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0, page, limit };
}

const coursePlace = async (ctx: Ctx, item_id: number) => ({ item_id, teacher_id: (await ownCourseItem(ctx, item_id)).publisher_id });

/** What was sent to the learners of an own course, and how many a message would reach now. @throws AppError 404 */
export async function learnerMessages(ctx: Ctx, id: number) {
  const counts = await countLearners(ctx.db, await coursePlace(ctx, id));
  const reached = LEARNERS_TOLD.map(({ key, states }) => [key, states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)] as const);
  const would_reach: Record<string, number> = Object.fromEntries(reached);
  return { list: await circularsOf(ctx, id), would_reach };
}

/** Notifies the learners of an own course, or those who have not finished it. @throws AppError 404; code 1 for contact details; as `sendCircular` */
export async function tellLearners(ctx: Ctx, input: z.output<typeof teachingCourseCalls.post_message.input>): Promise<{ reached: number }> {
  const { id, to, ...message } = input;
  const { title, publisher_id: teacher_id } = await ownCourseItem(ctx, id);
  refuseContact(message.title, 'title');
  refuseContact(message.content, 'content');
  const { states } = LEARNERS_TOLD.find(({ key }) => key === to) ?? LEARNERS_TOLD[0];
  return inTransaction(ctx, (tx) =>
    sendCircular(tx, {
      ...{ ...message, to, item_id: id, topic: 'study', href: playerPath(id), from: `《${title}》讲师` },
      ...{ bound: { most: MESSAGES_A_WEEK, days: 7 }, nobody: '没有可以通知的学员' },
      people: () => findLearnerIds(tx.db, { item_id: id, teacher_id, states }),
    }),
  );
}
