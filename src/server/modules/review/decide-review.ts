import { type Ctx, inTransaction, requireStaff, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { closeRow, findReview, findReviewOf, type ReviewRow, type Target, upsertClosed, upsertOpen } from './repo.ts';
import { findReviewable, type ReviewAction, type Reviewable, refuseOwners } from './reviewable.ts';

export interface DecisionInput {
  id: number;
  /** Of the row that was looked at. */
  version: number;
  /** Name of an action of the type. */
  action: string;
  reason: string;
}

/**
 * Decides an open row by one of the actions of its type, with one audit row. Of two reviewers one wins.
 * @throws AppError 403; 404; code 1 for an unknown action or a missing reason; 409 when it was decided or changed meanwhile
 */
export async function decideReview(ctx: Ctx, input: DecisionInput): Promise<void> {
  requireVerb(ctx, 'review.decide');
  const row = await findReview(ctx.db, input.id);
  const reviewable = row && findReviewable(row.type);
  if (!reviewable) throw notFound('这一项不存在，请刷新队列');
  const { action, reason } = checked(ctx, reviewable, input);
  await inTransaction(ctx, async (tx) => {
    await reviewable.lock(tx, row.target_id);
    await settle(tx, reviewable, row.id, input.version, action, reason);
  });
}

/**
 * The same for who knows the target: decides the version that stands. The caller has locked the target and compared it with what was seen.
 * @throws as `decideReview`
 */
export async function decideTarget(tx: TxCtx, target: Target, decision: { action: string; reason: string }): Promise<void> {
  const reviewable = findReviewable(target.type);
  if (!reviewable) throw notFound('这一项不存在，请刷新队列');
  const { action, reason } = checked(tx, reviewable, decision);
  const row = await findReviewOf(tx.db, target);
  if (!row) throw conflict(DECIDED);
  await settle(tx, reviewable, row.id, row.version, action, reason);
}

const DECIDED = '这一项已被处理，请刷新队列';

function checked(ctx: Ctx, reviewable: Reviewable, input: { action: string; reason: string }): { action: ReviewAction; reason: string } {
  requireStaff(ctx, ...reviewable.roles);
  const action = reviewable.actions.find(({ name }) => name === input.action);
  if (!action) throw invalid({ action: '操作无效' });
  const reason = plainText(input.reason);
  if (action.needs_reason && reason === '') throw invalid({ reason: `请填写${action.reason_label ?? '原因'}` });
  return { action, reason };
}

async function settle(tx: TxCtx, reviewable: Reviewable, id: number, version: number, action: ReviewAction, reason: string): Promise<void> {
  const staff_id = requireStaff(tx, ...reviewable.roles);
  const end = { status: action.leads_to, reason, decided_by: staff_id, now: tx.app.clock.now() };
  const row = await closeRow(tx.db, id, version, end);
  if (!row) throw conflict(whyNot(await findReview(tx.db, id)));
  const { target_id, detail } = row;
  await refuseOwners(tx, reviewable, target_id);
  await action.run(tx, { target_id, reason, detail });
  await recordAudit(tx, `${reviewable.type}.${action.name}`, reviewable.subject(target_id), reason === '' ? {} : { reason });
}

function whyNot(row: ReviewRow | null): string {
  return row?.status === 'open' ? '内容刚有变化，请重新查看后再决定' : DECIDED;
}

/**
 * Opens a review of a target; a second call reopens the same row with a new version, so that a decision on the old one conflicts. The
 * caller has locked the target.
 */
export async function openReview(
  tx: TxCtx,
  target: Target & { score?: number; detail?: Record<string, unknown> },
): Promise<{ id: number; version: number }> {
  const { type, target_id, score = 0, detail = {} } = target;
  return upsertOpen(tx.db, { type, target_id, score, detail, now: tx.app.clock.now() });
}

/** Withdraws an open review; no-op without one. The caller has locked the target. */
export async function withdrawReview(tx: TxCtx, target: Target): Promise<void> {
  const row = await findReviewOf(tx.db, target);
  if (row?.status !== 'open') return;
  await closeRow(tx.db, row.id, row.version, { status: 'withdrawn', reason: '', decided_by: null, now: tx.app.clock.now() });
}

/** Records an end that came from elsewhere (another review of the same target, a rule). The caller has locked the target. */
export async function settleReview(
  tx: TxCtx,
  target: Target & { status: 'approved' | 'rejected'; reason?: string; detail?: Record<string, unknown> },
): Promise<void> {
  await upsertClosed(tx.db, { ...target, reason: target.reason ?? '', now: tx.app.clock.now() });
}

/** How the review of a target stands; null: there never was one. */
export async function reviewOf(
  ctx: Ctx,
  target: Target,
): Promise<Pick<ReviewRow, 'status' | 'score' | 'detail' | 'version' | 'reason' | 'decided_at'> | null> {
  return findReviewOf(ctx.db, target);
}
