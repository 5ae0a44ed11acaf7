import type { StaffOrder } from '#contract/admin.ts';
import { CLAIM_KINDS, CLAIM_STATES } from '#contract/claim.ts';
import { type Ctx, userId } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { creditOf, findClaimsOf, orderForStaff, refundConfirmAbove, usesText } from '../../modules/orders/index.ts';
import { getSetting } from '../../modules/settings/index.ts';
import { accountTitle, reasonTitle } from '../../modules/wallet/index.ts';
import { auditEntries } from './audit-entries.ts';

const seconds = (at: Date | null) => (at ? unixSeconds(at) : 0);

/** An order as staff see it: money, payments, refunds, ledger, who did what. @throws AppError 403, 404 */
export async function staffOrder(ctx: Ctx, orderid: string): Promise<StaffOrder> {
  const found = await orderForStaff(ctx, orderid);
  const { order, payments, refunds, ledger, asked } = found;
  const [people, audit, above_fen, claims] = await Promise.all([
    publicUsers(ctx, [order.buyer_id, ...(order.publisher_id === null ? [] : [order.publisher_id]), ...(asked ? [asked.by] : [])]),
    auditEntries(ctx, orderid, `order#${order.id}`),
    getSetting(ctx, refundConfirmAbove),
    findClaimsOf(ctx.db, order.id),
  ]);
  const person = (id: number) => ({ id, nickname: people.get(id).nickname });
  return {
    orderid,
    title: order.snapshot.title,
    subject: order.subject,
    subject_id: order.subject_id,
    status: found.status,
    status_text: found.status_text,
    buyer: person(order.buyer_id),
    publisher: order.publisher_id === null ? null : person(order.publisher_id),
    list_price: order.list_price_fen / 100,
    price: order.price_fen / 100,
    credit_price: creditOf(order) / 100,
    saved_by: order.snapshot.saved_by ?? 'member',
    coupon_price: order.coupon_fen / 100,
    balance_price: order.balance_fen / 100,
    pay_price: order.pay_fen / 100,
    publisher_price: found.earned_fen / 100,
    refunded: (order.refunded_pay_fen + order.refunded_balance_fen) / 100,
    unused: found.unused_fen === null ? null : found.unused_fen / 100,
    part: found.part,
    uses: found.uses && usesText(found.uses),
    parts: found.parts,
    created_at: seconds(order.created_at),
    paid_at: seconds(order.paid_at),
    closed_at: seconds(order.closed_at),
    payments: payments.map((payment) => ({
      payment_no: payment.cart_no ?? payment.payment_no,
      provider: payment.provider,
      channel: payment.channel,
      status: payment.status,
      amount: payment.amount_fen / 100,
      paid_at: seconds(payment.paid_at),
      trade_no: payment.provider_trade_no ?? '',
    })),
    refunds: refunds.map(({ amount_fen, created_at, done_at, ...refund }) => ({
      ...refund,
      amount: amount_fen / 100,
      created_at: seconds(created_at),
      done_at: seconds(done_at),
    })),
    claims: claims.map(({ id, kind, status }) => ({ id, text: `${CLAIM_KINDS[kind]}：${CLAIM_STATES[status]}` })),
    ledger: ledger.map((line) => ({
      at: seconds(line.created_at),
      reason: reasonTitle(line.reason),
      key: line.key,
      account: accountTitle(line.purpose),
      owner_id: line.owner_id,
      unit: line.unit,
      amount: line.unit === 'fen' ? line.amount / 100 : line.amount,
    })),
    asked: asked && { reason: asked.reason, by: person(asked.by).nickname, mine: asked.by === userId(ctx) },
    confirm_above: above_fen / 100,
    audit,
  };
}
