import { detailPath, type KindFacts } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import type { TxCtx } from '../../../app/ctx.ts';
import { type Item, kindOf } from '../../catalog/index.ts';
import { sendNotices } from '../../notices/index.ts';

/** What became of a work without its publisher's doing. `hidden`: until people decide. `failed`: its file became no pages. */
export type Told = 'approved' | 'rejected' | 'taken_down' | 'hidden' | 'shown' | 'failed';

const TITLES: Record<Told, (noun: string) => string> = {
  approved: (noun) => `您的${noun}已通过审核`,
  rejected: (noun) => `您的${noun}没有通过审核`,
  taken_down: (noun) => `您的${noun}已被下架`,
  hidden: (noun) => `您的${noun}暂时下架，等待核查`,
  shown: (noun) => `您的${noun}已恢复展示`,
  failed: (noun) => `您的${noun}没有生成页面`,
};

/** How it goes on, after title and reason. What ends by itself has rules of its own for coming back. */
function wayOn(what: Told, { ends, sale, gives }: KindFacts): string {
  if (what === 'rejected') return '修改后可以再次提交。';
  if (what === 'failed') return '可以重试，或修改后再次提交。';
  if (what !== 'taken_down') return '';
  if (ends) return ends.taken_down.told;
  const bought = sale ? `已购买的人照常${gives === 'lessons' ? '学习' : '下载'}。` : '';
  return `${bought}改好后可以恢复上架，由审核员查看后决定。`;
}

/** 2026-11-28 14:00 in Shanghai. */
const minuteText = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

/** Notifies the publisher of a locked work of its outcome, in the transaction that did it. */
export async function tellPublisher(tx: TxCtx, item: Item, what: Told, reason = ''): Promise<void> {
  const kind = kindOf(item.kind);
  const now = tx.app.clock.now();
  const later = what === 'approved' && item.published_at === null && item.publish_at && item.publish_at > now ? item.publish_at : null;
  const good = what === 'approved' || what === 'shown';
  const content = [
    `《${item.title}》`,
    good && (later ? `将在 ${minuteText(later)} 自动发布。` : '读者现在就能看到。'),
    reason && `原因：${reason.replace(/。$/, '')}。`,
    wayOn(what, kind),
  ];
  // a page that is not there yet leads to where it is changed; what ends has a place of its own for that
  const edit = kind.ends ? kind.ends.own : paths.edit(kind, item.id);
  const href = good && !later ? detailPath(kind, item.id) : edit;
  await sendNotices(tx, [item.publisher_id], {
    ...{ topic: 'work', key: `work:${item.id}:${what}:${now.getTime()}`, title: TITLES[what](kind.noun), item_id: item.id },
    ...{ content: content.filter(Boolean).join(''), ...(href === null ? {} : { href }) },
  });
}
