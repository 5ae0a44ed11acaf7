import { contactDetailsText } from '#contract/contact-details.ts';
import type { CourseReview } from '#contract/study.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { getSaleItem } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { announceCourse } from './course-events.ts';
import { countCourse } from './course-outline.ts';
import { hasWatched } from './learning.repo.ts';
import { opensCourse } from './lesson-right.ts';
import { deleteReview, findReviews, saveReviewRow } from './talk.repo.ts';

const PAGE = 10;

/** Whether the user may review the course: they may have it, it is not theirs, and they watched something of it. */
export async function mayReview(ctx: Ctx, user_id: number, item_id: number): Promise<boolean> {
  const course = await getSaleItem(ctx, item_id);
  if (!course || course.publisher_id === user_id) return false;
  return (await hasWatched(ctx.db, user_id, item_id)) && (await opensCourse(ctx, course, user_id));
}

/** Writes the user's review of a course, or changes it. @throws AppError 403 for who did not learn it, code 1 for contact details */
export async function saveReview(ctx: Ctx, { item_id, stars, text }: { item_id: number; stars: number; text: string }): Promise<void> {
  const user_id = requireUser(ctx);
  if (!(await mayReview(ctx, user_id, item_id))) throw forbidden('学习过这门课程后才能评价');
  const contact = contactDetailsText(text);
  if (contact) throw invalid({ text: contact });
  await inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    await saveReviewRow(tx.db, { item_id, user_id, stars, text, created_at: now, updated_at: now });
    await countCourse(tx, item_id);
    await announceCourse(tx, item_id);
  });
}

/** @throws AppError 404 when there is none */
export async function dropReview(ctx: Ctx, item_id: number): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    if (!(await deleteReview(tx.db, item_id, user_id))) throw notFound('您还没有评价这门课程');
    await countCourse(tx, item_id);
    await announceCourse(tx, item_id);
  });
}

/** Ten reviews of a course, the newest first, from before that id on. */
export async function courseReviews(ctx: Ctx, item_id: number, before: number | null): Promise<CourseReview[]> {
  const rows = await findReviews(ctx.db, item_id, before, PAGE);
  const users = await publicUsers(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map(({ id, user_id, stars, text, created_at }) => ({
    ...{ id, stars, text, at: unixSeconds(created_at) },
    nickname: users.get(user_id).nickname,
    headimgurl: users.get(user_id).headimgurl,
  }));
}
