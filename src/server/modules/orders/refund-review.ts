import type { ReviewSubject } from '#contract/review.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { forbidden } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { publicUsers } from '../identity/index.ts';
import { type Decision, type Reviewable, reviewOf } from '../review/index.ts';
import { giveBack, lockForRefund, REFUND } from './refunds/give-back.ts';
import { leftToRefund } from './refunds/rules.ts';
import { tellRefused } from './refunds/tell-refund.ts';
import { findOrdersById } from './staff.repo.ts';

/** Who asked, and why; kept with the review. */
export interface RefundAsked {
  reason: string;
  by: number;
  /** Absent or null: all that is left. */
  amount_fen?: number | null;
  /** The order ends whatever the amount. */
  ends?: boolean;
  /** Absent: staff. */
  from?: 'buyer';
}

/** Refunds above the settings, asked for by staff or by buyers: whoever asked cannot confirm. */
export const refundReview: Reviewable = {
  type: REFUND,
  title: '退款复核',
  roles: ['operator', 'finance'],
  load,
  lock: lockForRefund,
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
  const { reason, amount_fen = null, ends = false, from } = asked;
  await giveBack(tx, await lockForRefund(tx, target_id), { amount_fen, ends, reason, asked_by: from ?? 'staff' });
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
  const people = await publicUsers(ctx, [
    ...orders.map((order) => order.buyer_id),
    ...asked.flatMap(([, detail]) => (detail ? [detail.by] : [])),
  ]);
  return new Map(
    orders.map((order) => {
      const detail = byId.get(order.id);
      const by = detail ? (people.get(detail.by)?.nickname ?? '') : '';
      return [
        order.id,
        {
          title: `退款 ¥${fenToYuan(detail?.amount_fen ?? leftToRefund(order))}：${order.snapshot.title}`,
          byline: `订单 ${order.orderid}，买家 ${people.get(order.buyer_id)?.nickname ?? order.buyer_id}`,
          cover_src: order.snapshot.cover_src,
          note: detail ? `${detail.from === 'buyer' ? '买家' : ''} ${by} 申请：${detail.reason}`.trim() : '',
          has_pages: false,
        },
      ];
    }),
  );
}
