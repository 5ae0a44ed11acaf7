import { AppMemory } from '../../app/app-memory.ts';
import { type Ctx, isTx } from '../../app/ctx.ts';
import type { OrderRecord } from './repo.ts';
import { subjectOf } from './subjects.ts';
import { findUses, insertUse } from './uses.repo.ts';

/** Every way in which something that was paid for is had. A subject names those that it has; what a refund says of each. */
export const USE_TEXTS = {
  pages: '已查看完整内容',
  file: '已下载文件',
  lesson: '已打开付费课时',
  member_content: '已用会员权益查看或下载内容',
  member_price: '已用会员价下单',
  member_quota: '已用会员次数或参与会员专享事项',
  draw: '已参加会员抽奖',
  credited: '已抵入升级订单',
  given: '权益已发放到合作方',
  coins: '猫币已使用',
  ticket: '门票已检票、已退票或已失效',
  late: '已超过门票全额退款的时间',
  paid: '付款后即视为已使用',
} as const;

export type UseWay = keyof typeof USE_TEXTS;

export const UNUSED_TEXT = '付款后没有使用过';

/** The ways as one clause for people. */
export const usesText = (ways: readonly UseWay[]): string => ways.map((way) => USE_TEXTS[way]).join('、');

/** Traces that are written: they never go away, so a view that finds its own here asks nothing. */
const known = new AppMemory<string, true>({ max: 16_384, ttl_ms: 3_600_000 });

/**
 * What a paid order bought is about to be had in this way: leaves one trace of it, the first time. A refund and this wait for each other.
 * @returns false when the order is not paid any more: nothing may be given for it
 */
export async function traceUse(ctx: Ctx, order_id: number, way: UseWay): Promise<boolean> {
  const key = `${order_id}/${way}`;
  if (known.get(ctx.app, key)) return true;
  const found = await insertUse(ctx.db, { order_id, way, now: ctx.app.clock.now() });
  // a transaction may still be taken back, and its trace with it
  if (found && !isTx(ctx)) known.set(ctx.app, key, true);
  return found;
}

/** Every way in which what a paid order bought was had: by traces, and by what its subject knows. Inside a transaction using it waits. */
export async function usesOf(ctx: Ctx, order: OrderRecord): Promise<UseWay[]> {
  const subject = subjectOf(order);
  const [traces, own] = [await findUses(ctx.db, order.id), await subject.usedBy(ctx, order)];
  return subject.ways.filter((way) => traces.includes(way) || own.includes(way));
}
