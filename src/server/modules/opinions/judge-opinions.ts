import { REPORT_REASONS } from '#contract/comment.ts';
import { starsText, usedForText } from '#contract/opinion.ts';
import type { ReviewSubject } from '#contract/review.ts';
import { type Ctx, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { itemsById } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { type Reviewable, settleReview } from '../review/index.ts';
import { countAgain, GONE, lockOpinion, OPINION } from './give-opinion.ts';
import { blankOpinions, findOpinions, findReports, type OpinionRecord, setOpinion } from './repo.ts';

/** Ratings that readers reported. */
export const opinionReview: Reviewable = {
  type: OPINION,
  title: '作品评价',
  roles: ['reviewer', 'operator'],
  load,
  lock: lockOpinion,
  owners: async (tx, id) => {
    const row = await lockOpinion(tx, id);
    return [row?.user_id, row?.publisher_id];
  },
  subject: (id) => `opinion:${id}`,
  actions: [
    { name: 'approve', text: '没有问题', needs_reason: false, leads_to: 'approved', run: async () => {} },
    {
      name: 'hide',
      text: '隐藏评价',
      needs_reason: true,
      reason_label: '隐藏的原因',
      reasons: REPORT_REASONS,
      leads_to: 'rejected',
      run: (tx, { target_id, reason }) => hide(tx, target_id, reason),
    },
  ],
};

async function hide(tx: TxCtx, id: number, reason: string): Promise<void> {
  const row = await lockOpinion(tx, id);
  if (!row) throw notFound(GONE);
  if (row.hidden) throw conflict('这条评价已经隐藏');
  await setOpinion(tx.db, id, { hidden: true, hidden_reason: reason });
  await countAgain(tx, row.item_id);
  await sendNotices(tx, [row.user_id], {
    ...{ topic: 'rating', key: `opinion:${id}:hidden`, title: '您的一条评价已被隐藏', item_id: row.item_id },
    content: `原因：${reason}。评价内容：${[...(row.text || starsText(row.stars))].slice(0, 60).join('')}`,
  });
}

/** Staff take a rating out of sight and of the mean, with a reason that its writer reads. Audited. @throws AppError 403, 404, 409 */
export async function hideOpinion(tx: TxCtx, id: number, reason: string): Promise<void> {
  requireVerb(tx, 'review.decide');
  await hide(tx, id, reason);
  await settleReview(tx, { type: OPINION, target_id: id, status: 'rejected', reason });
  await recordAudit(tx, 'opinion.hide', `opinion:${id}`, { reason });
}

/** Staff put it back. Audited. @throws AppError 403, 404, 409 */
export async function showOpinion(tx: TxCtx, id: number, reason: string): Promise<void> {
  requireVerb(tx, 'review.decide');
  const row = await lockOpinion(tx, id);
  if (!row) throw notFound(GONE);
  if (!row.hidden) throw conflict('这条评价没有隐藏');
  await setOpinion(tx.db, id, { hidden: false, hidden_reason: '' });
  await countAgain(tx, row.item_id);
  await settleReview(tx, { type: OPINION, target_id: id, status: 'approved', reason });
  await recordAudit(tx, 'opinion.show', `opinion:${id}`, { reason });
}

const stateText = ({ hidden, lapsed }: OpinionRecord): string => (hidden ? '已隐藏' : lapsed ? '已退款' : '显示中');

async function load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const [rows, reports] = [await findOpinions(ctx.db, ids), await findReports(ctx.db, ids)];
  const people = await publicUsers(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  const works = await itemsById(
    ctx,
    rows.map(({ item_id }) => item_id),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: [...(row.text || starsText(row.stars))].slice(0, 60).join(''),
        byline: people.get(row.user_id).nickname,
        cover_src: '',
        note: stateText(row),
        facts: [
          { label: '评价', value: [`${row.stars} 星`, row.text, usedForText(row)].filter(Boolean).join('，') },
          { label: '所在作品', value: works.get(row.item_id)?.title ?? `编号 ${row.item_id}` },
          ...(row.answer ? [{ label: '发布者回复', value: row.answer }] : []),
          ...reports
            .filter(({ opinion_id }) => opinion_id === row.id)
            .map(({ reason }, at) => ({ label: `举报 ${at + 1}`, value: reason })),
        ],
        has_pages: false,
      },
    ]),
  );
}

/** Empties what somebody wrote and answered when their account ends; the stars, by which others choose, stay. Idempotent. */
export async function forgetOpinions(tx: TxCtx, user_id: number): Promise<void> {
  await blankOpinions(tx.db, user_id);
}
