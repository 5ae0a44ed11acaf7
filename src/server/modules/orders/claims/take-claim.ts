import type { ClaimKind } from '#contract/claim.ts';
import { dayStart } from '#contract/days.ts';
import { ORDER_PAID } from '#contract/order.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../../app/ctx.ts';
import { assert } from '../../../kernel/assert.ts';
import { shanghaiDayEnd } from '../../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { serialNumber } from '../../../kernel/ids.ts';
import { type Fen, split } from '../../../kernel/money.ts';
import { recordAudit } from '../../../outbox/outbox.ts';
import type { ClaimFacts } from '../../../providers/payment/port.ts';
import { refuseOwn } from '../../countersign/index.ts';
import { lockSpendableBalance, postTransfer } from '../../wallet/index.ts';
import { bookRefund, CHARGED_BACK } from '../payments/book-refund.ts';
import { findPayments, insertPartRefund, lockPaymentsAndOrders, type PaymentOfOrder } from '../payments/repo.ts';
import { giveBack, lockForRefund } from '../refunds/give-back.ts';
import { lockPaymentsOf, type OrderRecord, type PaymentRecord } from '../repo.ts';
import { isTransferNo } from '../rules.ts';
import { unspentOf, whyNoPart } from '../subjects.ts';
import { type ClaimRow, findClaim, findClaimBy, insertClaim, setClaimLoss } from './repo.ts';
import { ANSWER_DAYS, CLAIM_TRANSITIONS, lostPart } from './rules.ts';
import { endClaim, holdShare } from './settle-claims.ts';

const DAY_MS = 86_400_000;

interface NewClaim {
  kind: ClaimKind;
  provider_no: string;
  amount_fen: number;
  words: string;
  came_at: Date;
  due_at: Date;
}

/**
 * What a provider says of a payer's claim, verified: written down once a number of theirs, ended when they say so. Locks payments, then the order.
 * @returns false for what is not about a payment of ours that was paid, or says more than was paid
 */
export async function takeClaim(ctx: Ctx, facts: ClaimFacts): Promise<boolean> {
  const payments = await findPayments(ctx.db, facts.payment_no);
  const is_ours = payments[0]?.paid_at && facts.merchant_id === ctx.app.providers.payment.merchant_id;
  if (!is_ours || facts.amount_fen > sumOf(payments)) {
    ctx.log.error({ request_id: ctx.request_id, payment_no: facts.payment_no }, 'claim of a payer refused');
    return false;
  }
  return inTransaction(ctx, async (tx) => {
    const came_at = new Date(facts.came_s * 1000);
    const due_at = facts.due_s === null ? new Date(came_at.getTime() + ANSWER_DAYS[facts.kind] * DAY_MS) : new Date(facts.due_s * 1000);
    const locked = await lockPaymentsAndOrders(tx.db, facts.payment_no);
    for (const { payment, order, amount_fen } of sharesOf(locked, facts.amount_fen)) {
      const known = await write(tx, order, payment, { ...facts, amount_fen, came_at, due_at });
      const of = { channel: payment.channel, provider_no: facts.provider_no, cart_place: payment.cart_place };
      const claim = known ?? (await findClaimBy(tx.db, of));
      // a number of theirs is one claim
      if (!claim || claim.payment_id !== payment.id) return false;
      if (facts.status === 'open' || !CLAIM_TRANSITIONS[claim.status][facts.status]) continue;
      if (facts.status === 'lost') await lose(tx, order, claim, '支付方通知');
      else await endClaim(tx, order, claim, facts.status, '支付方通知');
    }
    return true;
  });
}

const sumOf = (payments: readonly PaymentRecord[]): Fen => payments.reduce((sum, { amount_fen }) => sum + amount_fen, 0);

/** What of a claim is about each order of a payment: of a cart by what each of them paid. */
function sharesOf(locked: readonly PaymentOfOrder[], amount_fen: Fen): Array<PaymentOfOrder & { amount_fen: Fen }> {
  const shares = split(
    amount_fen,
    locked.map(({ payment }) => payment.amount_fen),
  );
  return locked.map((one, at) => ({ ...one, amount_fen: shares[at] as Fen })).filter((one) => one.amount_fen > 0);
}

/** One row a number of theirs and order; null: it is known. */
async function write(tx: TxCtx, order: OrderRecord, payment: PaymentRecord, claim: NewClaim): Promise<ClaimRow | null> {
  const now = tx.app.clock.now();
  const { kind, provider_no, amount_fen, words, came_at, due_at } = claim;
  const row = await insertClaim(tx.db, {
    ...{ claim_no: serialNumber(now, 'C'), kind, provider_no, amount_fen, words, came_at, due_at, created_at: now },
    ...{ channel: payment.channel, payment_id: payment.id, order_id: order.id, cart_place: payment.cart_place },
  });
  if (row) await holdShare(tx, order, row);
  return row;
}

export interface ClaimInput extends Omit<NewClaim, 'amount_fen' | 'came_at' | 'due_at'> {
  payment_no: string;
  /** Fen. */
  amount: number;
  /** Shanghai days. */
  came: string;
  due: string;
}

/** Staff write down what came another way. @throws AppError 403; 404; code 1 for a wrong field; 409 when the number is known */
export async function addClaim(ctx: Ctx, { payment_no, amount, came, due, ...input }: ClaimInput): Promise<{ id: number }> {
  requireVerb(ctx, 'claim.handle');
  const payments = await findPayments(ctx.db, payment_no.trim());
  if (!payments[0]?.paid_at) throw notFound('没有这笔已支付的付款');
  if (isTransferNo(payment_no.trim())) throw conflict('对公转账没有拒付或投诉，退款请在订单页办理');
  if (amount > sumOf(payments)) throw invalid({ amount: `不能超过这笔付款的 ¥${sumOf(payments) / 100}` });
  const [came_at, last] = [dayStart(came), dayStart(due)];
  if (!came_at || came_at > ctx.app.clock.now()) throw invalid({ came: '提出日期不能晚于今天' });
  if (!last || last < came_at) throw invalid({ due: '答复期限不能早于提出日期' });
  return inTransaction(ctx, async (tx) => {
    const locked = await lockPaymentsAndOrders(tx.db, payment_no.trim());
    const due_at = new Date(shanghaiDayEnd(last).getTime() - 1000);
    let first = 0;
    for (const { payment, order, amount_fen } of sharesOf(locked, amount)) {
      await refuseOwn(tx, partiesOf(order));
      const row = await write(tx, order, payment, { ...input, amount_fen, came_at, due_at });
      if (!row) throw conflict('这个支付方单号已经登记');
      await recordAudit(tx, 'claim.add', `claim#${row.id}`, { kind: row.kind, orderid: order.orderid, amount_fen });
      first ||= row.id;
    }
    return { id: first };
  });
}

/** Whom a claim concerns: who paid, and who earned by it. */
export const partiesOf = ({ buyer_id, publisher_id }: OrderRecord): number[] => [
  buyer_id,
  ...(publisher_id === null ? [] : [publisher_id]),
];

/** A claim with its order, locked, while it is not over. @throws AppError 404, 409 */
export async function lockAlive(tx: TxCtx, id: number): Promise<{ claim: ClaimRow; order: OrderRecord }> {
  const found = await findClaim(tx.db, id);
  if (!found) throw notFound('没有这件拒付或投诉');
  const order = await lockForRefund(tx, found.order_id);
  // read again under the lock
  const claim = (await findClaim(tx.db, id)) as ClaimRow;
  if (!CLAIM_TRANSITIONS[claim.status].won) throw conflict('这件拒付或投诉已经结束，请刷新');
  return { claim, order };
}

/**
 * The provider took the money back: the order loses it as by a refund, which also ends the claim. What of it was given as balance or spent before is
 * taken from the buyer's balance, as far as it is there. @throws AppError 409 when it went back before
 */
export async function lose(tx: TxCtx, order: OrderRecord, claim: ClaimRow, result: string): Promise<void> {
  const payment = (await lockPaymentsOf(tx.db, order.id)).find(({ id }) => id === claim.payment_id);
  if (payment?.status !== 'paid') throw conflict('这笔付款已经退回，请与支付方核对后登记为不成立');
  const gone_fen = Math.min(claim.amount_fen, order.pay_fen - order.refunded_pay_fen);
  // what was spent of a top-up cannot be taken: only the rest goes back
  const unspent_fen = order.status === ORDER_PAID ? await unspentOf(tx, order) : 0;
  const part =
    unspent_fen !== null && unspent_fen < gone_fen
      ? { amount_fen: unspent_fen, ends: false }
      : lostPart(order, claim.amount_fen, (amount_fen) => whyNoPart(order, amount_fen));
  let given_fen = 0;
  if (part.amount_fen !== 0) {
    given_fen = (await giveBack(tx, order, { ...part, reason: result, asked_by: 'provider', claim_id: claim.id })).pay_fen;
  } else await endClaim(tx, order, claim, 'lost', result);
  if (gone_fen > given_fen) await loseBalance(tx, order, claim, gone_fen - given_fen);
}

/** The money is gone at the provider and was given as balance before: taken back as far as it is there, the rest is our loss. */
async function loseBalance(tx: TxCtx, order: OrderRecord, claim: ClaimRow, amount_fen: Fen): Promise<void> {
  const now = tx.app.clock.now();
  const refund = { refund_no: serialNumber(now, 'R'), amount_fen };
  const id = await insertPartRefund(tx.db, { payment_id: claim.payment_id, ...refund, reason: CHARGED_BACK }, now);
  const taken_fen = Math.min(amount_fen, await lockSpendableBalance(tx, order.buyer_id));
  await postTransfer(tx, {
    ...{ key: `claim-loss:${claim.claim_no}`, reason: 'claim_loss', reference: order.orderid, unit: 'fen', subject: order.subject },
    entries: [
      { owner_id: null, purpose: 'refund_due', amount: amount_fen },
      { owner_id: order.buyer_id, purpose: 'balance', amount: -taken_fen },
      { owner_id: null, purpose: 'platform', amount: taken_fen - amount_fen },
    ],
  });
  await setClaimLoss(tx.db, claim.id, { gone_fen: amount_fen, taken_fen });
  assert(await bookRefund(tx, { id, channel: claim.channel, ...refund }, 'chargeback'), `claim ${claim.claim_no} was lost before`);
}
