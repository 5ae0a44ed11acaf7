import { demandPath } from '#contract/demand.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { sendNotices } from '../notices/index.ts';
import type { DemandRow } from './repo.ts';

const TEXTS = {
  approved: ['需求已通过审核', '现在所有人都能看到。'],
  rejected: ['需求没有通过审核', '改好后可以再次提交。原因：'],
  closed: ['需求已被平台关闭', '修改后可以重新提交，由审核员查看。原因：'],
  reopened: ['需求已重新开放', '现在所有人都能看到，可以继续接受报价。原因：'],
  lapsed: ['需求的修改没有生效', '需求已选定合作方，以选定时的内容为准。'],
  ending: ['需求即将截止', '明天截止，可以延长一次，或从已有的报价中选择。'],
  ending_extended: ['需求即将截止', '明天截止，之后可以从已有的报价中选择。'],
  expired: ['需求已过期', '没有选定报价。可以重新开放，或修改后再发布。'],
  unchosen: ['招标已过期', '开标后没有选定投标。招标不接受第二轮投标，需要时请发布新的招标。'],
} as const;

/** Tells the owner of a demand what became of it; once for each time it happens. */
export async function tellOwner(
  ctx: Ctx,
  row: Pick<DemandRow, 'item_id' | 'owner_id' | 'title' | 'closes_at'>,
  what: keyof typeof TEXTS,
  reason: string,
): Promise<void> {
  const [title, content] = TEXTS[what];
  // the end of a demand names its time: what was extended ends again
  const ends = what.startsWith('ending') || what === 'expired' || what === 'unchosen';
  const at = ends ? row.closes_at : ctx.app.clock.now();
  await sendNotices(ctx, [row.owner_id], {
    ...{ topic: 'demand', key: `demand:${row.item_id}:${what}:${at ? unixSeconds(at) : 0}`, title },
    content: `「${row.title}」${content}${reason}`,
    href: what === 'rejected' || what === 'closed' ? `/demand/add?id=${row.item_id}` : demandPath(row.item_id),
  });
}
