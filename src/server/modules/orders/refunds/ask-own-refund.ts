import { CLAIM_KINDS } from '#contract/claim.ts';
import { ORDER_PAID } from '#contract/order.ts';
import type { OwnRefund } from '#contract/outputs/order.ts';
import { type Ctx, inTransaction, requireUser } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { conflict } from '../../../kernel/errors.ts';
import { type Fen, yuan } from '../../../kernel/money.ts';
import { openReview, reviewOf, withdrawReview } from '../../review/index.ts';
import { getSetting } from '../../settings/index.ts';
import { findAliveOf } from '../claims/repo.ts';
import { usesOf } from '../fulfil-orders.ts';
import { ownOrder } from '../order-state.ts';
import type { RefundAsked } from '../refund-review.ts';
import type { OrderRecord } from '../repo.ts';
import { ownRefundDays, ownRefundsMost, ownRefundUpTo } from '../settings.ts';
import { isPrepaid, unspentOf } from '../subjects.ts';
import { giveBack, lockForRefund, REFUND } from './give-back.ts';
import { countOwnRefunds, countWaitingOf, findOrderRefunds, lockOwnRefunds } from './repo.ts';
import { judgeOwnRefund, leftToRefund, OWN_REFUND_DAYS, type OwnRefundVerdict } from './rules.ts';

/**
 * The buyer wants the price of an own order back, the way it came or to the balance. What was not had (`usesOf`), up to the settings of price and number, goes back at
 * once; staff decide on the rest. Locks the buyer's own refunds, payments, then the order.
 * @throws AppError 404 for what is not theirs; 409 when it is too late, not paid or asked for already
 */
export async function askOwnRefund(
  ctx: Ctx,
  { orderid, reason, to_balance = false }: { orderid: string; reason: string; to_balance?: boolean },
): Promise<'refunded' | 'asked'> {
  const user_id = requireUser(ctx);
  const found = await ownOrder(ctx, user_id, orderid);
  return inTransaction(ctx, async (tx) => {
    await lockOwnRefunds(tx.db, user_id);
    const order = await lockForRefund(tx, found.id);
    if (to_balance && !mayGoToBalance(order)) throw conflict('充值的订单只能原路退回');
    const { way, text, amount_fen } = await verdictOf(tx, order);
    if (way === 'no') throw conflict(text);
    if (way === 'now') {
      await giveBack(tx, order, { amount_fen, reason, asked_by: 'buyer', at_once: true, to_balance });
      return 'refunded';
    }
    await openReview(tx, {
      type: REFUND,
      target_id: order.id,
      score: 1,
      detail: { reason, by: user_id, from: 'buyer', to_balance, amount_fen },
    });
    return 'asked';
  });
}

/**
 * The buyer takes back what waits for staff; no money moved, and they may ask again. Staff lock the same rows before they decide: one of both wins.
 * @throws AppError 404 for what is not theirs; 409 when no request of theirs waits
 */
export async function withdrawOwnRefund(ctx: Ctx, orderid: string): Promise<void> {
  const found = await ownOrder(ctx, requireUser(ctx), orderid);
  await inTransaction(ctx, async (tx) => {
    const order = await lockForRefund(tx, found.id);
    const target = { type: REFUND, target_id: order.id };
    const review = await reviewOf(tx, target);
    if (!waitsForBuyer(review)) {
      throw conflict(review?.status === 'open' ? '这笔退款由工作人员发起，不能撤回' : '退款申请已有处理结果或已撤回，请刷新后查看');
    }
    await withdrawReview(tx, target);
  });
}

/** The buyer's request is undecided. */
function waitsForBuyer(review: Awaited<ReturnType<typeof reviewOf>>): boolean {
  return review?.status === 'open' && (review.detail as unknown as RefundAsked).from === 'buyer';
}

/** What the buyer of this order sees about their money. */
export async function ownRefund(ctx: Ctx, order: OrderRecord): Promise<OwnRefund> {
  const [rows, waiting, verdict, days, review, claims] = await Promise.all([
    findOrderRefunds(ctx.db, order.id),
    countWaitingOf(ctx.db, order.id),
    verdictOf(ctx, order),
    getSetting(ctx, ownRefundDays),
    reviewOf(ctx, { type: REFUND, target_id: order.id }),
    findAliveOf(ctx.db, order.id),
  ]);
  const back_fen = order.status === ORDER_PAID ? (verdict.amount_fen ?? leftToRefund(order)) : 0;
  return {
    can_ask: verdict.way !== 'no',
    at_once: verdict.way === 'now',
    why_not: verdict.text,
    price: yuan(back_fen),
    by_qr: yuan(mayGoToBalance(order) ? Math.min(back_fen, order.pay_fen - order.refunded_pay_fen) : 0),
    part: verdict.amount_fen !== null,
    until: order.paid_at && days > 0 ? unixSeconds(order.paid_at) + days * 86_400 : 0,
    asked: review?.status === 'open',
    can_withdraw: waitsForBuyer(review),
    refused: refusedOf(order, review),
    claim: claims[0] ? `您就这笔付款提出的${CLAIM_KINDS[claims[0].kind]}正在处理，结果以支付方的通知为准。` : '',
    list: rows.map((row) => ({
      at: unixSeconds(row.created_at),
      price: yuan(row.pay_fen + row.balance_fen),
      whole: row.whole,
      reason: row.asked_by === 'buyer' || row.asked_by === 'publisher' ? row.reason : row.asked_by === 'provider' ? '拒付或投诉成立' : '',
      done: row.pay_fen === 0 || waiting === 0,
    })),
  };
}

/** What staff answered to the buyer's last request, while there is something left to ask for. */
function refusedOf(order: OrderRecord, review: Awaited<ReturnType<typeof reviewOf>>): OwnRefund['refused'] {
  if (order.status !== ORDER_PAID || review?.status !== 'rejected' || !review.decided_at) return null;
  if ((review.detail as unknown as RefundAsked).from !== 'buyer') return null;
  return { at: unixSeconds(review.decided_at), reason: review.reason };
}

/** What was bought to be spent later goes back the way it came. */
const mayGoToBalance = (order: OrderRecord): boolean => !isPrepaid(order.subject);

/** `amount_fen`: what of it goes back; null: all that is left, and the order ends. */
async function verdictOf(ctx: Ctx, order: OrderRecord): Promise<OwnRefundVerdict & { amount_fen: Fen | null }> {
  const paid = order.status === ORDER_PAID && order.paid_at !== null;
  const now_ms = ctx.app.clock.now().getTime();
  const left_fen = leftToRefund(order);
  const uses = paid ? await usesOf(ctx, order) : [];
  // what is alike is taken back as far as it is there
  const unspent_fen = uses.length > 0 ? ((await unspentOf(ctx, order)) ?? 0) : 0;
  const verdict = judgeOwnRefund({
    paid,
    left_fen: unspent_fen || left_fen,
    age_ms: paid ? now_ms - (order.paid_at as Date).getTime() : 0,
    days: await getSetting(ctx, ownRefundDays),
    asked: (await reviewOf(ctx, { type: REFUND, target_id: order.id }))?.status === 'open',
    charged: (await findAliveOf(ctx.db, order.id)).some(({ kind }) => kind === 'chargeback'),
    uses: unspent_fen > 0 ? [] : uses,
    up_to_fen: await getSetting(ctx, ownRefundUpTo),
    taken: await countOwnRefunds(ctx.db, order.buyer_id, new Date(now_ms - OWN_REFUND_DAYS * 86_400_000)),
    most: await getSetting(ctx, ownRefundsMost),
  });
  return { ...verdict, amount_fen: unspent_fen > 0 && unspent_fen < left_fen ? unspent_fen : null };
}
