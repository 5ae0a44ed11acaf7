import { COUNT_MOST } from '#contract/admin.ts';
import type { PrivatePage } from '#contract/publish.ts';
import type { ReviewEntry, ReviewList, ReviewRevealed, ReviewStatus, ReviewSubject, ReviewTypeCount } from '#contract/review.ts';
import { type Ctx, inTransaction, requireStaff, requireVerb } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { forbidden, notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { countReviews, findOpenTargets, findReview, oldestReviews, type ReviewRow, selectReviews } from './repo.ts';
import { allReviewables, findReviewable, type Reviewable, refuseData } from './reviewable.ts';

const GONE: ReviewSubject = { title: '内容已不存在', byline: '', cover_src: '', note: '', has_pages: false };

/**
 * The queue of one type as its staff see it (empty: the one of which something waits longest), and how much is open of the caller's types.
 * @throws AppError 403 without a role of the type, 404 for an unknown type
 */
export async function listReviews(
  ctx: Ctx,
  input: { type: string; status: ReviewStatus; page: number; limit: number },
): Promise<ReviewList> {
  requireVerb(ctx, 'review.see');
  const types = await openReviews(ctx);
  const waiting = types.filter(({ open }) => open > 0).toSorted((a, b) => a.oldest - b.oldest);
  const first = waiting[0] ?? types[0];
  const reviewable = findReviewable(input.type === '' ? (first?.type ?? '') : input.type);
  if (!reviewable) throw input.type === '' ? forbidden() : notFound('没有这类审核');
  requireStaff(ctx, ...reviewable.roles);
  const { status, page, limit } = input;
  const { type } = reviewable;
  const [rows, all] = await Promise.all([
    selectReviews(ctx.db, { type, status, offset: (page - 1) * limit, limit }),
    countReviews(ctx.db, [type], status, COUNT_MOST + 1),
  ]);
  const subjects = await reviewable.load(
    ctx,
    rows.map((row) => row.target_id),
  );
  return {
    list: rows.map((row) => entryOf(row, reviewable, subjects.get(row.target_id) ?? GONE)),
    type,
    total: all.get(type) ?? 0,
    page,
    limit,
    types,
  };
}

/** What of a type waits for a decision; for the module that opened it. */
export function openTargets(ctx: Ctx, type: string): Promise<number[]> {
  return findOpenTargets(ctx.db, type);
}

/** How much is open of every type that the caller may decide, each counted no further than `COUNT_MOST` + 1. */
export async function openReviews(ctx: Ctx): Promise<ReviewTypeCount[]> {
  const mine = allReviewables().filter((one) => maySee(ctx, one));
  const types = mine.map((one) => one.type);
  const [open, oldest] = await Promise.all([countReviews(ctx.db, types, 'open', COUNT_MOST + 1), oldestReviews(ctx.db, types)]);
  return mine.map(({ type, title }) => ({ type, title, open: open.get(type) ?? 0, oldest: oldest.get(type) ?? 0 }));
}

/** All pages of what a row is about. @throws AppError 403; 404 when it is decided or has no pages */
export async function reviewPages(ctx: Ctx, id: number): Promise<PrivatePage[]> {
  requireVerb(ctx, 'review.see');
  const row = await findReview(ctx.db, id);
  const reviewable = row && findReviewable(row.type);
  if (!reviewable) throw notFound('这一项不存在，请刷新队列');
  requireStaff(ctx, ...reviewable.roles);
  if (row.status !== 'open' || !reviewable.pages) throw notFound('这一项不在审核队列中');
  return reviewable.pages(ctx, row.target_id);
}

function maySee(ctx: Ctx, reviewable: Reviewable): boolean {
  const roles = ctx.actor.kind === 'user' ? ctx.actor.roles : [];
  return roles.includes('admin') || reviewable.roles.some((role) => roles.includes(role));
}

function entryOf(row: ReviewRow, reviewable: Reviewable, subject: ReviewSubject): ReviewEntry {
  const { id, type, target_id, status, score, version, reason } = row;
  return {
    id,
    type,
    target_id,
    status,
    score,
    version,
    reason,
    opened_at: unixSeconds(row.opened_at),
    updated_at: unixSeconds(row.updated_at),
    decided_at: row.decided_at ? unixSeconds(row.decided_at) : 0,
    subject,
    masked: status === 'open' && reviewable.reveal !== undefined && subject !== GONE,
    actions: reviewable.actions.map(({ name, text, needs_reason, reason_label = '原因', reasons = [] }) => ({
      ...{ name, text, needs_reason, reason_label },
      reasons: [...reasons],
    })),
  };
}

/**
 * What the queue masks of an open row, whole, and its papers: each time with an audit row that says why.
 * @throws AppError 403, also where it is of staff and the actor gives no roles; 404 when it is decided or nothing of it is masked
 */
export async function revealReview(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<ReviewRevealed> {
  requireVerb(ctx, 'review.decide');
  const row = await findReview(ctx.db, id);
  const reviewable = row && findReviewable(row.type);
  if (!reviewable) throw notFound('这一项不存在，请刷新队列');
  requireStaff(ctx, ...reviewable.roles);
  const { reveal } = reviewable;
  if (row.status !== 'open' || !reveal) throw notFound('这一项不在审核队列中');
  return inTransaction(ctx, async (tx) => {
    await refuseData(tx, await reveal.of(tx, row.target_id));
    await recordAudit(tx, 'review.reveal', reviewable.subject(row.target_id), { reason });
    return reveal.show(tx, row.target_id);
  });
}
