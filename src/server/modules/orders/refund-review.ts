import { ORDER_PAID } from '#contract/order.ts';
import type { ReviewSubject } from '#contract/review.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { forbidden } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { refuseOwn } from '../countersign/index.ts';
import { publicUsers } from '../identity/index.ts';
import { type Decision, type Reviewable, reviewOf } from '../review/index.ts';
import { UNUSED_TEXT, usesOf, usesText } from './fulfil-orders.ts';
import { giveBack, lockForRefund, REFUND } from './refunds/give-back.ts';
import { leftToRefund } from './refunds/rules.ts';
import { tellRefused } from './refunds/tell-refund.ts';
import type { OrderRecord } from './repo.ts';
import { findOrdersById } from './staff.repo.ts';
import { subjectOf } from './subjects.ts';

/** Who asked, and why; stored with the review. */
export interface RefundAsked {
  reason: string;
  by: number;
  /** Absent or null: all that is left. */
  amount_fen?: number | null;
  /** The order ends whatever the amount. */
  ends?: boolean;
  /** Absent: staff. */
  from?: 'buyer';
  /** The buyer wants it in the balance. */
  to_balance?: boolean;
}

export const OWN_ORDER_TEXT = '自己的订单须由另一位同事退款';

/** Refunds above the settings, requested by staff or by buyers: neither the requester nor the buyer can confirm. */
export const refundReview: Reviewable = {
  type: REFUND,
  title: '退款复核',
  roles: ['operator', 'finance'],
  load,
  lock: lockForRefund,
  owners: async (tx, id) => [(await lockForRefund(tx, id)).buyer_id],
  subject: (id) => `order#${id}`,
  actions: [
    { name: 'confirm', text: '确认退款', needs_reason: false, leads_to: 'approved', run: confirm },
    {
      name: 'refuse',
      text: '不予退款',
      needs_reason: true,
      reason_label: '不予退款的原因',
      reasons: ['买家已下载使用', '超出退款期限', '信息不足，请补充后重新申请'],
      leads_to: 'rejected',
      run: refuse,
    },
  ],
};

async function confirm(tx: TxCtx, { target_id, detail }: Decision): Promise<void> {
  const asked = detail as unknown as RefundAsked;
  if (tx.actor.kind !== 'user' || tx.actor.user_id === asked.by) throw forbidden('大额退款须由另一位同事复核');
  const { reason, amount_fen = null, ends = false, from, to_balance = false } = asked;
  const order = await lockForRefund(tx, target_id);
  if (tx.actor.user_id === order.buyer_id) throw forbidden(OWN_ORDER_TEXT);
  await refuseOwn(tx, [asked.by, order.buyer_id]);
  await giveBack(tx, order, { amount_fen, ends, reason, asked_by: from ?? 'staff', to_balance });
}

async function refuse(tx: TxCtx, { target_id, reason, detail }: Decision): Promise<void> {
  const { by, from } = detail as unknown as RefundAsked;
  await tellRefused(tx, await lockForRefund(tx, target_id), { by, reason, ...(from ? { from } : {}) });
}

async function load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const [orders, asked] = await Promise.all([
    findOrdersById(ctx.db, ids),
    Promise.all(
      ids.map(async (id) => [id, (await reviewOf(ctx, { type: REFUND, target_id: id }))?.detail as RefundAsked | undefined] as const),
    ),
  ]);
  const byId = new Map(asked);
  const facts = new Map(await Promise.all(orders.map(async (order) => [order.id, await factsOf(ctx, order)] as const)));
  const people = await publicUsers(ctx, [
    ...orders.map((order) => order.buyer_id),
    ...asked.flatMap(([, detail]) => (detail ? [detail.by] : [])),
  ]);
  return new Map(
    orders.map((order) => {
      const detail = byId.get(order.id);
      const by = detail ? people.get(detail.by).nickname : '';
      return [
        order.id,
        {
          title: `退款 ¥${fenToYuan(detail?.amount_fen ?? leftToRefund(order))}：${order.snapshot.title}`,
          byline: `订单 ${order.orderid}，买家 ${people.get(order.buyer_id).nickname}`,
          cover_src: order.snapshot.cover_src,
          note: detail
            ? `${detail.from === 'buyer' ? '买家' : ''} ${by} 申请：${detail.reason}${detail.to_balance ? '（退到余额）' : ''}`.trim()
            : '',
          facts: facts.get(order.id) ?? [],
          has_pages: false,
        },
      ];
    }),
  );
}

/** What a decider looks at: how it was paid, and whether it was used, before the request or since. */
async function factsOf(ctx: Ctx, order: OrderRecord): Promise<NonNullable<ReviewSubject['facts']>> {
  const { unused } = subjectOf(order);
  const paid = [
    ...(order.pay_fen > 0 ? [`扫码 ¥${fenToYuan(order.pay_fen)}`] : []),
    ...(order.balance_fen > 0 ? [`余额 ¥${fenToYuan(order.balance_fen)}`] : []),
    ...(order.coupon_fen > 0 ? [`优惠券 ¥${fenToYuan(order.coupon_fen)}`] : []),
  ];
  const facts = [
    { label: '订单', value: order.orderid, href: `/admin/order?orderid=${order.orderid}` },
    { label: '付款', value: [...(order.paid_at ? [shanghaiDay(order.paid_at)] : []), ...paid].join('，') },
  ];
  if (order.status !== ORDER_PAID) return facts;
  const uses = await usesOf(ctx, order);
  facts.push({ label: '使用情况', value: uses.length > 0 ? usesText(uses) : UNUSED_TEXT });
  if (unused) facts.push({ label: '尚未使用的部分', value: `¥${fenToYuan(Math.min(await unused(ctx, order), leftToRefund(order)))}` });
  return facts;
}
