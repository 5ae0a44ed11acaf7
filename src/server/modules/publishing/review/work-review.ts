import type { KindFacts } from '#contract/kinds.ts';
import { type Ctx, inTransaction, requireStaff, type TxCtx } from '../../../app/ctx.ts';
import { assert } from '../../../kernel/assert.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { lockItem, setItemStatus } from '../../catalog/index.ts';
import { decideTarget, type Reviewable } from '../../review/index.ts';
import { copiesAfterCommit } from '../drafts/public-copies.ts';
import { WORK } from './before-staff.ts';
import { reviewedWorks, workPages } from './reviewed-works.ts';
import { tellPublisher } from './tell-publisher.ts';

/** Held works of every kind. */
export const workReview: Reviewable = {
  type: WORK,
  title: '作品',
  roles: ['reviewer'],
  load: reviewedWorks,
  lock: lockItem,
  owners: async (tx, id) => [(await lockItem(tx, id))?.publisher_id],
  pages: workPages,
  subject: (id) => `item:${id}`,
  actions: [
    { name: 'approve', text: '通过并上架', needs_reason: false, leads_to: 'approved', run: approve },
    {
      name: 'reject',
      text: '退回',
      needs_reason: true,
      reason_label: '未通过的原因',
      reasons: ['含有联系方式或二维码', '页面模糊或缺页', '标题与内容不符', '疑似侵权，请提供授权说明'],
      leads_to: 'rejected',
      run: async (tx, { target_id, reason }) => {
        await change(tx, target_id, () => setItemStatus(tx, target_id, ['reviewing'], 'rejected', { reject_reason: reason }));
        const item = await lockItem(tx, target_id);
        if (item) await tellPublisher(tx, item, 'rejected', reason);
      },
    },
  ],
};

async function approve(tx: TxCtx, { target_id }: { target_id: number }): Promise<void> {
  const item = await lockItem(tx, target_id);
  const later = item?.published_at === null && item.publish_at && item.publish_at > tx.app.clock.now();
  const at = item?.published_at ? { published_at: item.published_at } : {};
  await change(tx, target_id, () =>
    later
      ? setItemStatus(tx, target_id, ['reviewing'], 'scheduled', { reject_reason: '' })
      : setItemStatus(tx, target_id, ['reviewing'], 'published', { reject_reason: '', ...at }),
  );
  if (item) await tellPublisher(tx, item, 'approved');
}

async function change(tx: TxCtx, id: number, work: () => Promise<boolean>): Promise<void> {
  if (!(await work())) throw conflict('这份作品已被处理，请刷新队列');
  copiesAfterCommit(tx, id);
}

/**
 * Decides on a held work by its id. `seen_at`: `updated_at` of the row the reviewer looked at, so that nothing is published that its
 * publisher put in the place of it since.
 * @throws AppError 403; 404; code 1 without a reason; 409 when another reviewer was quicker, or the work changed
 */
export async function decideWork(
  ctx: Ctx,
  { id, action, reason, seen_at }: { id: number; action: 'approve' | 'reject'; reason: string; seen_at?: number | undefined },
): Promise<void> {
  requireStaff(ctx, 'reviewer');
  await inTransaction(ctx, async (tx) => {
    const item = await lockItem(tx, id);
    if (!item) throw notFound('作品不存在');
    if (action === 'approve' && seen_at !== undefined && item.status === 'reviewing' && unixSeconds(item.updated_at) > seen_at) {
      throw conflict('发布者刚修改了这份作品，请重新查看后再决定');
    }
    await decideTarget(tx, { type: WORK, target_id: id }, { action, reason });
  });
}

/** Why an item that was taken off the site can never come back, for people; null: it can. */
export type WhyNotAgain = (ctx: Ctx, item_id: number) => Promise<string | null>;

const by_kind = new Map<string, WhyNotAgain>();

/** Called once a kind while the areas are put together. */
export function registerWhyNotAgain(key: string, why: WhyNotAgain): void {
  assert(!by_kind.has(key), `what keeps ${key} off the site is registered twice`);
  by_kind.set(key, why);
}

/** The same for an item of any kind. */
export async function whyNotAgain(ctx: Ctx, { key }: Pick<KindFacts, 'key'>, item_id: number): Promise<string | null> {
  return (await by_kind.get(key)?.(ctx, item_id)) ?? null;
}
