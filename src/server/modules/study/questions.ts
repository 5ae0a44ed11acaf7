import { contactDetailsText } from '#contract/contact-details.ts';
import { detailPath, KINDS } from '#contract/kinds.ts';
import type { CourseQuestion } from '#contract/study.ts';
import { type Ctx, inTransaction, requireUser, requireVerb } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, forbidden, invalid, notFound, tooOften } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { getSaleItem } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { announceCourse } from './course-events.ts';
import { opensCourse } from './lesson-right.ts';
import { findLesson, findLessons, type Lesson } from './repo.ts';
import { moment } from './rules.ts';
import {
  countQuestionsSince,
  findAnswers,
  findQuestion,
  findQuestions,
  insertAnswer,
  insertQuestion,
  setAnswered,
  setHidden,
  takeTalkBack,
} from './talk.repo.ts';

const PAGE = 10;
const QUESTIONS_A_DAY = 20;
const questionsPath = (item_id: number): string => `${detailPath(KINDS.course, item_id)}#questions`;

/** Asks about a course on the site, one of its lessons, or a second of that; its teacher is notified. @throws AppError 404, 429, code 1 for contact details */
export async function askQuestion(
  ctx: Ctx,
  { item_id, lesson_id, at_s = null, text }: { item_id: number; lesson_id: number | null; at_s?: number | null; text: string },
): Promise<{ id: number }> {
  const user_id = requireUser(ctx);
  const course = await getSaleItem(ctx, item_id);
  if (course?.status !== 'published') throw notFound('课程不存在或已下架');
  const lesson = lesson_id === null ? null : await findLesson(ctx.db, lesson_id);
  if (lesson_id !== null && lesson?.item_id !== item_id) throw notFound('课时不存在或已下架');
  refuseContact(text);
  const now = ctx.app.clock.now();
  if ((await countQuestionsSince(ctx.db, user_id, new Date(now.getTime() - 86_400_000))) >= QUESTIONS_A_DAY) {
    throw tooOften('今天提的问题已经很多了，请明天再来', 3_600);
  }
  return inTransaction(ctx, async (tx) => {
    const id = await insertQuestion(tx.db, {
      ...{ item_id, lesson_id, user_id, teacher_id: course.publisher_id, text, created_at: now },
      at_s: momentOf(lesson, at_s),
    });
    if (course.publisher_id !== user_id) {
      const told = { key: `question:${id}`, title: '学员有新的提问', content: `《${course.title}》：${text.slice(0, 60)}` };
      await sendNotices(tx, [course.publisher_id], { topic: 'study', ...told, href: questionsPath(item_id), item_id });
    }
    await announceCourse(tx, item_id);
    return { id };
  });
}

/**
 * Answers a question: the teacher, staff, or who may have the course; the asker is notified.
 * @throws AppError 404, 403, code 1 for contact details
 */
export async function answerQuestion(
  ctx: Ctx,
  { question_id, at_s = null, text }: { question_id: number; at_s?: number | null; text: string },
): Promise<{ id: number }> {
  const user_id = requireUser(ctx);
  const question = await findQuestion(ctx.db, question_id);
  const course = question && (await getSaleItem(ctx, question.item_id));
  if (!question || question.hidden || !course) throw notFound('提问不存在');
  if (!(await opensCourse(ctx, course, user_id))) throw forbidden('学习这门课程的人才能回答');
  refuseContact(text);
  const lesson = question.lesson_id === null ? null : await findLesson(ctx.db, question.lesson_id);
  const now = ctx.app.clock.now();
  return inTransaction(ctx, async (tx) => {
    const id = await insertAnswer(tx.db, { question_id, user_id, at_s: momentOf(lesson, at_s), text, created_at: now });
    if (course.publisher_id === user_id) await setAnswered(tx.db, question_id, now);
    if (question.user_id !== user_id) {
      const told = { key: `answer:${id}`, title: '您的提问有了回答', content: `《${course.title}》：${text.slice(0, 60)}` };
      await sendNotices(tx, [question.user_id], {
        topic: 'study',
        ...told,
        href: questionsPath(course.id),
        item_id: course.id,
      });
    }
    await announceCourse(tx, course.id);
    return { id };
  });
}

/** A second of a film lesson; what is none of it has no moment. */
const momentOf = (lesson: Lesson | null, at_s: number | null): number | null =>
  lesson?.type === 'video' && at_s !== null ? Math.min(at_s, lesson.duration_s) : null;

/** Ten questions of a course or one of its lessons with their answers, the newest first, from before that id on. */
export async function courseQuestions(
  ctx: Ctx,
  item_id: number,
  { before = null, lesson_id = null }: { before?: number | null; lesson_id?: number | null } = {},
): Promise<CourseQuestion[]> {
  const rows = await findQuestions(ctx.db, { item_id, lesson_id, before }, PAGE);
  const answers = await findAnswers(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const people = await publicUsers(ctx, [...new Set([...rows, ...answers].map(({ user_id }) => user_id))]);
  const lessons = await findLessons(
    ctx.db,
    rows.flatMap(({ lesson_id }) => lesson_id ?? []),
  );
  const nameOf = (id: number) => people.get(id).nickname;
  const ownOf = (id: number) => (ctx.actor.kind === 'user' && ctx.actor.user_id === id ? (1 as const) : (0 as const));
  return rows.map((row) => ({
    ...{ id: row.id, own: ownOf(row.user_id), nickname: nameOf(row.user_id), lesson_id: row.lesson_id ?? 0 },
    lesson: lessons.get(row.lesson_id ?? 0)?.title ?? '',
    ...moment(row, lessons.get(row.lesson_id ?? 0)),
    text: row.text,
    at: unixSeconds(row.created_at),
    answers: answers
      .filter(({ question_id }) => question_id === row.id)
      .map(({ id, user_id, text, created_at, at_s }) => ({
        ...{ id, own: ownOf(user_id), text, nickname: nameOf(user_id), at: unixSeconds(created_at) },
        ...moment({ at_s, created_at }, lessons.get(row.lesson_id ?? 0)),
        teacher: user_id === row.teacher_id ? 1 : 0,
      })),
  }));
}

/** @throws AppError code 1 for contact details, at this field */
export function refuseContact(text: string, field = 'text'): void {
  const contact = contactDetailsText(text);
  if (contact) throw invalid({ [field]: contact });
}

export type TalkKind = 'question' | 'answer';

/** Its writer takes an answer, or a question without an answer of others, off the page; its words are gone. Idempotent. @throws AppError 404, 409 */
export async function takeBackTalk(ctx: Ctx, { what, id }: { what: TalkKind; id: number }): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const taken = await takeTalkBack(tx.db, what, { id, user_id });
    if (taken === null) throw notFound('内容不存在');
    if (!taken.done) throw conflict('已有人回答，提问不能再删除');
    await announceCourse(tx, taken.item_id);
  });
}

/** Staff take what somebody wrote off a course's page, or put it back, with a reason in the audit log. @throws AppError 403, 404 */
export async function hideTalk(ctx: Ctx, input: { what: TalkKind; id: number; hidden: boolean; reason: string }): Promise<void> {
  requireVerb(ctx, 'review.decide');
  const { what, id, hidden, reason } = input;
  await inTransaction(ctx, async (tx) => {
    const item_id = await setHidden(tx.db, what, id, hidden);
    if (item_id === null) throw notFound('内容不存在');
    await recordAudit(tx, hidden ? 'study.hide' : 'study.show', `${what}:${id}`, { reason });
    await announceCourse(tx, item_id);
  });
}
