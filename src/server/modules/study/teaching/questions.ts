import type { TeacherQuestions } from '#contract/teaching.ts';
import { type Ctx, requireUser } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { itemsById } from '../../catalog/index.ts';
import { publicUsers } from '../../identity/index.ts';
import { countTeacherQuestions, findAnswersTo, findTeacherQuestions } from './teachers.repo.ts';

/** What learners asked the signed-in teacher: those that wait for an answer, the longest first, or all, newest first. */
export async function teacherQuestions(
  ctx: Ctx,
  { waiting, page, limit }: { waiting: boolean; page: number; limit: number },
): Promise<TeacherQuestions> {
  const teacher_id = requireUser(ctx);
  const rows = await findTeacherQuestions(ctx.db, { teacher_id, waiting, offset: (page - 1) * limit, limit });
  const answers = await findAnswersTo(
    ctx.db,
    rows.map(({ question }) => question.id),
  );
  const items = await itemsById(ctx, [...new Set(rows.map(({ question }) => question.item_id))]);
  const users = await publicUsers(ctx, [
    ...new Set([...rows.map(({ question }) => question.user_id), ...answers.map((one) => one.user_id)]),
  ]);
  const nickname = (id: number) => users.get(id).nickname;
  return {
    list: rows.map(({ question, lesson }) => ({
      ...{ id: question.id, item_id: question.item_id, text: question.text, lesson, nickname: nickname(question.user_id) },
      course: items.get(question.item_id)?.title ?? '',
      created_at: unixSeconds(question.created_at),
      answers: answers
        .filter((one) => one.question_id === question.id)
        .map((one) => ({ id: one.id, text: one.text, nickname: nickname(one.user_id), created_at: unixSeconds(one.created_at) })),
    })),
    total: await countTeacherQuestions(ctx.db, teacher_id, waiting),
    page,
    limit,
  };
}
