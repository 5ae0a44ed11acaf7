import { FOCUS_USER } from '#contract/focus.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { AppError } from '#server/kernel/errors.ts';
import { getItem, type Item, kindOf } from '#server/modules/catalog/index.ts';
import { grantDownload } from '#server/modules/downloads/index.ts';
import { setCollected, setFollowed, setLiked } from '#server/modules/engagement/index.ts';
import { payByBalance } from '#server/modules/orders/index.ts';
import { orderItem } from '#server/modules/sales/index.ts';
import { asUser, atTime } from './at-time.ts';
import { createRandom } from './random.ts';
import type { DemoWork } from './works/demo-work.ts';
import type { DemoPeople } from './world-state.ts';

/** What readers do with one work, known before it is published so that its reads fit. */
export interface Reception {
  views: number;
  visits: ReadonlyArray<{ reader_id: number; days_later: number; collects: boolean; follows: boolean; downloads: boolean }>;
}

/** The same for the same work: more readers for the more famous. */
export function receptionOf(work: DemoWork, people: DemoPeople): Reception {
  const random = createRandom([...work.key].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7));
  const count = Math.max(4, Math.round(work.fame * people.reader_ids.length * 0.55));
  const visits = random.some(people.reader_ids, count).map((reader_id, index) => ({
    reader_id,
    days_later: random.next() * work.days_ago,
    collects: random.next() < 0.6,
    follows: random.next() < 0.3,
    // the first reader took it: a work that many read has been taken by somebody
    downloads: random.next() < 0.75 || index === 0,
  }));
  const reads = visits.reduce((sum, visit) => sum + random.between(4, 9) + (visit.downloads ? random.between(12, 30) : 0), 0);
  return { views: random.between(18, 60) + reads, visits };
}

/**
 * Demo readers follow, collect, buy and download a published work by the verbs of the site, so that every counter and every earning is
 * true. Again after a crash: marks and orders know themselves. What a rule refuses (a daily limit) is left out.
 */
export async function receive(ctx: Ctx, work: DemoWork, item_id: number, { visits }: Reception): Promise<void> {
  const item = await getItem(ctx, item_id);
  if (item?.status !== 'published') return;
  const published_ms = ctx.app.clock.now().getTime() - work.days_ago * 86_400_000;
  for (const visit of visits) {
    const reader = asUser(atTime(ctx, new Date(published_ms + visit.days_later * 86_400_000)), visit.reader_id);
    try {
      const { collect } = work.kind.types;
      if (visit.collects && collect !== undefined) await setCollected(reader, { type: collect, rid: item_id, on: true });
      if (visit.collects && work.kind.calls?.like) await setLiked(reader, { kind: work.kind, rid: item_id, on: true });
      if (visit.follows) await setFollowed(reader, { type: FOCUS_USER, rid: item.publisher_id, on: true });
      if (visit.downloads && (work.kind.gives === 'file' || work.kind.gives === 'pictures')) await obtain(reader, visit.reader_id, item);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      ctx.log.debug({ item_id, reader_id: visit.reader_id, err: error }, 'a demo reader was refused');
    }
  }
}

/** Buys from the balance what is sold singly, then downloads: a free work, a member's, one's own. */
export async function obtain(reader: Ctx, reader_id: number, item: Item): Promise<void> {
  if (item.price_fen > 0 && !item.vip_only) {
    const order = await orderItem(reader, kindOf(item.kind), {
      id: item.id,
      balance: 1,
      user_coupon_id: 0,
      idempotency_key: `demo-${reader_id}-${item.id}`,
    });
    if (order.status === 1) await payByBalance(reader, order.orderid);
  }
  await grantDownload(reader, { item_id: item.id });
}
