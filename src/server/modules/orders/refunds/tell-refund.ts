import { paths } from '#contract/paths.ts';
import type { TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { type Fen, fenToYuan } from '../../../kernel/money.ts';
import { sendNotices } from '../../notices/index.ts';
import type { RefundReason } from '../payments/decide.ts';
import type { OrderRecord } from '../repo.ts';
import { SALES_PAGE } from '../sellers.ts';
import type { RefundPart } from './rules.ts';

/** Where the order's page shows what came back. */
const moneyOf = (orderid: string) => `${paths.order(orderid)}#money`;

type Refund = RefundPart & { id: number; taken_fen: Fen; coupon_back: boolean; by_provider: boolean };

/** Money of an order went back. Last in its transaction: it locks messages. */
export async function tellRefund(tx: TxCtx, order: OrderRecord, refund: Refund): Promise<void> {
  await tellBuyer(tx, order, refund);
  await tellPublisher(tx, order, refund);
}

/** Who earned by it, unless they gave it back themselves. What a job gives back, their own act began: a salon that they cancelled. */
async function tellPublisher(
  tx: TxCtx,
  { publisher_id, orderid, snapshot }: OrderRecord,
  { id, publisher_fen, taken_fen, by_provider }: Refund,
): Promise<void> {
  const own = tx.actor.kind === 'user' && tx.actor.user_id === publisher_id;
  if (publisher_id === null || publisher_fen === 0 || own || tx.actor.kind === 'job') return;
  await sendNotices(tx, [publisher_id], {
    ...{
      topic: 'sale',
      key: `sale-refund:${id}`,
      title: `「${snapshot.title}」${by_provider ? '被拒付或投诉成立' : '退款'}，收益扣回 ¥${fenToYuan(taken_fen)}`,
    },
    content: `订单号 ${orderid}。`,
    href: SALES_PAGE,
  });
}

/** Who took it back by themselves saw it. */
async function tellBuyer(tx: TxCtx, order: OrderRecord, refund: Refund): Promise<void> {
  const { orderid, buyer_id } = order;
  if (tx.actor.kind === 'user' && tx.actor.user_id === buyer_id) return;
  const amount_fen = refund.pay_fen + refund.balance_fen;
  const ways = [
    ...(refund.pay_fen > 0 ? [`¥${fenToYuan(refund.pay_fen)} ${refund.by_provider ? '已由支付方退回' : '原路退回'}`] : []),
    ...(refund.balance_fen > 0 ? [`¥${fenToYuan(refund.balance_fen)} 退回余额`] : []),
    ...(refund.coupon_back ? ['用掉的优惠券退回账户'] : []),
  ];
  const title = refund.whole ? '订单已退款' : '订单已部分退款';
  await sendNotices(tx, [buyer_id], {
    ...{ topic: 'wallet', key: `refund:${refund.id}`, title: amount_fen > 0 ? `${title}（¥${fenToYuan(amount_fen)}）` : title },
    content: `「${order.snapshot.title}」${[...ways, refund.whole ? '订单已结束' : '订单的其余部分仍然有效'].join('，')}。`,
    href: moneyOf(orderid),
  });
}

/** Staff declined: notifies the requester, the buyer or a colleague. */
export async function tellRefused(
  tx: TxCtx,
  order: Pick<OrderRecord, 'id' | 'orderid' | 'snapshot'>,
  { by, from, reason }: { by: number; from?: 'buyer'; reason: string },
): Promise<void> {
  if (tx.actor.kind === 'user' && tx.actor.user_id === by) return;
  await sendNotices(tx, [by], {
    ...{ topic: 'wallet', key: `refund-refused:${order.id}:${unixSeconds(tx.app.clock.now())}`, title: '退款申请未通过' },
    content: `「${order.snapshot.title}」的退款申请未通过。原因：${reason}`,
    href: from === 'buyer' ? moneyOf(order.orderid) : `/admin/order?orderid=${order.orderid}`,
  });
}

const STRAY: Record<Exclude<RefundReason, 'order_refunded'>, string> = {
  paid_twice: '这笔订单已经支付过，重复支付的款项原路退回。',
  paid_late: '付款到达时订单已经关闭，款项原路退回；仍然需要的话请重新下单。',
  amount_differs: '到账金额与应付金额不一致，款项退回付款账户；请按应付金额重新转账。',
  owned_already: '您已拥有所购买的内容，款项原路退回。',
};

/** Money that was not needed goes back by itself. */
export async function tellStray(
  tx: TxCtx,
  order: Pick<OrderRecord, 'buyer_id' | 'orderid' | 'snapshot'>,
  { payment_no, amount_fen, reason }: { payment_no: string; amount_fen: Fen; reason: RefundReason },
): Promise<void> {
  if (reason === 'order_refunded') return;
  await sendNotices(tx, [order.buyer_id], {
    ...{ topic: 'wallet', key: `stray:${payment_no}`, title: `款项自动退回（¥${fenToYuan(amount_fen)}）` },
    content: `「${order.snapshot.title}」${STRAY[reason]}`,
    href: paths.order(order.orderid),
  });
}
