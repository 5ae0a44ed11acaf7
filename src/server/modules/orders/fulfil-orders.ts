import { ORDER_CLOSED, ORDER_PAID, type OrderState } from '#contract/order.ts';
import { AppMemory } from '../../app/app-memory.ts';
import { type Ctx, inTransaction, isTx, requireUser, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { emitAll } from '../../outbox/outbox.ts';
import { redeemCoupon } from '../vouchers/index.ts';
import { postTransfers } from '../wallet/index.ts';
import { lockTogether } from './carts.repo.ts';
import { orderStateDto, statusNow } from './order-dto.ts';
import { findOrder, markPaid, type OrderRecord, type PaidRow } from './repo.ts';
import { closeReasonText, moveOrder, movesMoney, saleEntries } from './rules.ts';
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
  balance: '充值的余额已使用',
  ticket: '门票已检票、已退票或已失效',
  late: '已超过门票全额退款的时间',
  paid: '付款后即视为已使用',
  escrow: '已托管给合作方，由对方退回或提出争议后处理',
} as const;

export type UseWay = keyof typeof USE_TEXTS;

/** What was ordered together cannot be paid as it stands. */
const CART_CHANGED_TEXT = '其中有作品您已拥有，请刷新后重新下单';

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

export interface PaidOrder extends Omit<PaidRow, 'order_id'> {
  /** As it is under the caller's lock. */
  order: OrderRecord;
}

/**
 * Fulfils paid orders in the caller's transaction and under its locks: rights, ledger, statuses, coupons, events; one statement each for all.
 * Rows that buyers of one subject share are touched last, by `finish` of the subject; sale counters later, by `countSales`.
 * @returns those that were fulfilled; nothing was done for a buyer who owns it permanently already
 */
export async function fulfilOrders<P extends PaidOrder>(tx: TxCtx, paid: readonly P[]): Promise<P[]> {
  const sold = await give(tx, paid);
  if (sold.length === 0) return [];
  const moving = sold.filter(({ order }) => movesMoney(order));
  const posted = await postTransfers(
    tx,
    moving.map(({ order, paid_key: key, payment }) => ({
      ...{ key, reason: 'sale', reference: order.orderid, unit: 'fen', subject: order.subject, channel: payment?.channel ?? '' },
      entries: saleEntries(order),
    })),
  );
  for (const [index, { order, paid_key }] of moving.entries())
    assert(posted[index], `order ${order.orderid} was paid before by ${paid_key}`);
  const rows = sold.map((one) => ({ ...one, order_id: one.order.id }));
  assert(await markPaid(tx.db, rows, tx.app.clock.now()), `an order of ${sold.map(({ order }) => order.orderid)} moved under its lock`);
  for (const { order } of sold) {
    if (order.coupon_id === null) continue;
    assert(await redeemCoupon(tx, { coupon_id: order.coupon_id, order_id: order.id }), `coupon of ${order.orderid} is not held`);
  }
  await emitAll(
    tx,
    'order.paid',
    sold.map(({ order }) => ({ order_id: order.id, subject: order.subject, subject_id: order.subject_id, buyer_id: order.buyer_id })),
  );
  await finish(tx, sold);
  return sold;
}

/** Each subject fulfils its own orders; in a fixed order of subjects, so that two batches cannot deadlock. */
async function give<P extends PaidOrder>(tx: TxCtx, paid: readonly P[]): Promise<P[]> {
  const given = new Set<P>();
  for (const [lockBuyers, mine] of Map.groupBy(paid, ({ order }) => subjectOf(order).lockBuyers)) {
    const shared = new Set(mine.map(({ order }) => order.subject)).size > 1;
    const buyer_ids = mine.map(({ order }) => order.buyer_id);
    if (shared) await lockBuyers?.(tx, buyer_ids);
  }
  for (const name of [...new Set(paid.map(({ order }) => order.subject))].sort()) {
    const mine = paid.filter(({ order }) => order.subject === name);
    const fresh = await subjectOf({ subject: name }).fulfil(
      tx,
      mine.map(({ order }) => order),
    );
    for (const [index, one] of mine.entries()) if (fresh[index]) given.add(one);
  }
  return paid.filter((one) => given.has(one));
}

async function finish(tx: TxCtx, sold: readonly PaidOrder[]): Promise<void> {
  for (const [name, mine] of [...Map.groupBy(sold, ({ order }) => order.subject)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await subjectOf({ subject: name }).finish?.(
      tx,
      mine.map(({ order }) => order),
    );
  }
}

/**
 * The buyer confirms an order that their balance covers (spec 2, Balance-payment confirmation). The amount was set aside when the
 * order was placed. Confirming twice is the same as once. Locks the order, and those that are paid together with it: all of them, or none.
 * @throws AppError 404 for what is not theirs, 409 for a closed one, code 1 when something is left to pay by QR
 */
export async function payByBalance(ctx: Ctx, orderid: string): Promise<OrderState> {
  const user_id = requireUser(ctx);
  const found = await findOrder(ctx.db, orderid);
  if (found?.buyer_id !== user_id) throw notFound('订单不存在');
  const { noun, owned } = subjectOf(found).texts(found.snapshot);
  return inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    const { orders } = await lockTogether(tx.db, found.id);
    const order = { ...(orders.find(({ id }) => id === found.id) as OrderRecord), payment_status: found.payment_status };
    if (order.status === ORDER_PAID) return orderStateDto(order, now);
    if (statusNow(order, now) === ORDER_CLOSED) {
      throw conflict(order.close_reason === '' ? closeReasonText('expired', noun) : '订单已关闭，请重新下单');
    }
    if (order.pay_fen > 0) throw new AppError('余额不足以支付该订单，请扫码支付');
    const move = moveOrder(order.status, 'pay');
    const paid = orders.map((one) => ({ order: one, paid_key: `order:${one.orderid}`, move, payment: null }));
    const fulfilled = await fulfilOrders(tx, paid);
    if (fulfilled.length < paid.length) throw paid.length === 1 ? conflict(owned, { owned: true }) : conflict(CART_CHANGED_TEXT);
    return orderStateDto({ ...order, status: move.to }, now);
  });
}
