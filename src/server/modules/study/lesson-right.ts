import { isShown } from '#contract/study.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { shanghaiTimeText } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { decide, decideToGive, heldForGood, unlockAsMember } from '../access/index.ts';
import { getSaleItem, releaseOf, type SaleItem } from '../catalog/index.ts';
import { findCertificate } from './learning.repo.ts';
import { findLesson, findLessons, findNamedFiles, type Lesson } from './repo.ts';

export interface OpenLesson {
  lesson: Lesson;
  course: SaleItem;
  /** By a right to the whole course; false: the lesson is free. */
  whole: boolean;
}

/** Whether the user may open every lesson of the course now: bought, member, teacher, staff, or free. */
export async function opensCourse(ctx: Ctx, course: Parameters<typeof decide>[1], user_id: number | null): Promise<boolean> {
  return (await decide(ctx, course, user_id)).allowed;
}

/**
 * The lesson, when the signed-in user may open it; a member whose plan counts uses one unlock of today for the course.
 * @throws AppError 404 for what no learner sees, 403 before it is released, with `data.offers` without a right
 */
export async function openLesson(ctx: Ctx, lesson_id: number): Promise<OpenLesson> {
  const user_id = requireUser(ctx);
  const lesson = await findLesson(ctx.db, lesson_id);
  const course = lesson && (await getSaleItem(ctx, lesson.item_id));
  if (!lesson || !course) throw notFound('课时不存在或已下架');
  if (!lesson.free) await refuseEarly(ctx, course, user_id);
  // what is free was not bought
  const decision = await (lesson.free ? decide(ctx, course, user_id) : decideToGive(ctx, course, user_id, 'lesson'));
  const own = decision.allowed && (decision.right === 'own' || decision.right === 'staff');
  if (!isShown(lesson) && !(own && lesson.state === 'ready' && lesson.removed_at === null)) throw notFound('课时不存在或已下架');
  if (decision.allowed) return { lesson, course, whole: true };
  if (lesson.free && course.status === 'published') return { lesson, course, whole: false };
  if (decision.offers.some(({ kind }) => kind === 'member_unlock') && (await unlockAsMember(ctx, course, user_id))) {
    return { lesson, course, whole: true };
  }
  throw new AppError('购买课程后可以学习这一课', { status: 403, data: { course_id: course.id, offers: decision.offers } });
}

/** What the course waits for, but for who had it permanently before that was said; null: it is open. */
export async function waitsFor(ctx: Ctx, item_id: number, user_id: number): ReturnType<typeof releaseOf> {
  const waits = await releaseOf(ctx, item_id);
  const held = waits && (await heldForGood(ctx, user_id, [item_id])).get(item_id);
  return held && held < waits.since ? null : waits;
}

/**
 * What was not released to the learner yet is opened by its teacher and staff alone, whatever right they have.
 * @throws AppError 403 with what it waits for
 */
async function refuseEarly(ctx: Ctx, course: SaleItem, user_id: number): Promise<void> {
  const waits = await waitsFor(ctx, course.id, user_id);
  const is_staff = ctx.actor.kind === 'user' && ctx.actor.roles.length > 0;
  if (!waits || is_staff || course.publisher_id === user_id) return;
  const { before, opens_at } = waits;
  if (before && (await findCertificate(ctx.db, user_id, { item_id: before.id }))) return;
  const when = before ? `学完上一门《${before.title}》后开放` : `${shanghaiTimeText(new Date(opens_at * 1000))} 开放`;
  throw new AppError(`这门课程${when}`, { status: 403, data: { course_id: course.id, offers: [] } });
}

/** The lesson for learners of any right, and its course while that is on the site; null: it is not visible. */
export async function shownLesson(ctx: Ctx, lesson_id: number): Promise<{ lesson: Lesson; course: SaleItem } | null> {
  const lesson = await findLesson(ctx.db, lesson_id);
  if (!lesson || !isShown(lesson)) return null;
  const course = await getSaleItem(ctx, lesson.item_id);
  return course?.status === 'published' ? { lesson, course } : null;
}

/** Those of the stored files that lessons, trials and samples of teachers name. */
export async function namedLessonFiles(ctx: Ctx, file_ids: readonly number[]): Promise<Set<number>> {
  return findNamedFiles(ctx.db, file_ids);
}

/** Names of lessons, by their ids. */
export async function lessonTitles(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map([...(await findLessons(ctx.db, ids))].map(([id, { title }]) => [id, title]));
}
