import { type AskedQuiz, askQuiz, markQuiz, type Quiz, type QuizAnswers, type QuizMark, readQuiz } from '#contract/quiz.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { notFound, tooOften } from '../../kernel/errors.ts';
import { openProgress } from './learning.repo.ts';
import { openLesson } from './lesson-right.ts';
import { countTries, findQuiz, insertTry, type Lesson, type QuizTry } from './repo.ts';
import { finishLesson } from './start-lesson.ts';

const TRIES_A_DAY = 50;

/** A quiz for somebody who may open the lesson, without what is right, and how their last attempt went. @throws AppError as `openLesson` */
export async function askedQuiz(
  ctx: Ctx,
  lesson_id: number,
): Promise<{ quiz: AskedQuiz; last: Pick<QuizTry, 'right_num' | 'total' | 'passed'> | null }> {
  const { quiz } = await quizOf(ctx, lesson_id);
  const { last } = await countTries(ctx.db, requireUser(ctx), lesson_id, dayAgo(ctx));
  return { quiz: askQuiz(quiz), last };
}

/**
 * Marks what the user answered and keeps it; passed once, the lesson is done. What was right comes with the marks.
 * @throws AppError as `openLesson`, 429
 */
export async function takeQuiz(ctx: Ctx, lesson_id: number, answers: QuizAnswers): Promise<{ mark: QuizMark; certificate: string }> {
  const user_id = requireUser(ctx);
  const { lesson, quiz } = await quizOf(ctx, lesson_id);
  const { tries } = await countTries(ctx.db, user_id, lesson_id, dayAgo(ctx));
  if (tries >= TRIES_A_DAY) throw tooOften('今天作答的次数太多了，请明天再来', 3_600);
  const mark = markQuiz(quiz, answers);
  const now = ctx.app.clock.now();
  return inTransaction(ctx, async (tx) => {
    await openProgress(tx.db, { user_id, lesson_id, item_id: lesson.item_id, now });
    const { right_num, question_num: total, passed } = mark;
    await insertTry(tx.db, { lesson_id, user_id, answers, right_num, total, passed, created_at: now });
    return { mark, certificate: passed ? await finishLesson(tx, user_id, lesson) : '' };
  });
}

const dayAgo = (ctx: Ctx): Date => new Date(ctx.app.clock.now().getTime() - 86_400_000);

async function quizOf(ctx: Ctx, lesson_id: number): Promise<{ lesson: Lesson; quiz: Quiz }> {
  const { lesson } = await openLesson(ctx, lesson_id);
  const quiz = lesson.type === 'quiz' ? readQuiz(await findQuiz(ctx.db, lesson_id)) : null;
  if (!quiz) throw notFound('测验不存在或已下架');
  return { lesson, quiz };
}
