import type { CompanyTransfer } from '#contract/company.ts';
import { ORDER_PAID, ORDER_WAITING } from '#contract/order.ts';
import { type Ctx, createCtx, inTransaction, requireUser, type TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { type Fen, fenToYuan } from '../../../kernel/money.ts';
import { recordAudit } from '../../../outbox/outbox.ts';
import type { PaymentFacts } from '../../../providers/payment/port.ts';
import { defineStaffAct, performAct } from '../../countersign/index.ts';
import { getSetting } from '../../settings/index.ts';
import { ownOrder } from '../order-state.ts';
import { bookRefund } from '../payments/book-refund.ts';
import { carryOut } from '../payments/carry-out.ts';
import { numberThere } from '../payments/repo.ts';
import { closeAtProvider, settleInside } from '../payments/settle-payment.ts';
import { findOrder, lockOrder, lockPaymentsOf, type OrderRecord } from '../repo.ts';
import { movePayment, TRANSFER, transferNo } from '../rules.ts';
import { bankAccount, transferDays } from '../settings.ts';
import { findPayments } from '../staff.repo.ts';
import { findOwed, insertStray, insertTransfer, isTaken, type OwedTransfer } from './repo.ts';

const DAY_MS = 86_400_000;
const TAKEN_TEXT = '这笔银行流水已经登记';

/** What companies pay for; nothing of it is held from others while a transfer is on its way. */
const isForCompany = ({ subject, snapshot }: OrderRecord): boolean => subject === 'seats' || snapshot.terms?.licence === 'company';

/**
 * The reader pays their open order by a transfer: its code ends, and the order stays open for days. Asked again it answers the same. Locks its
 * payments, then the order.
 * @throws AppError 404 for what is not theirs; 409 where there is no account, for other orders, and for one that is paid or closed
 */
export async function askTransfer(ctx: Ctx, orderid: string): Promise<CompanyTransfer> {
  const found = await ownOrder(ctx, requireUser(ctx), orderid);
  const [account, days] = [await getSetting(ctx, bankAccount), await getSetting(ctx, transferDays)];
  if (account === '' || !isForCompany(found) || found.pay_fen === 0) throw conflict('这笔订单不支持对公转账');
  const reference = transferNo(found.id, 0);
  const expires_at = await inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    await lockPaymentsOf(tx.db, found.id);
    const order = await lockOrder(tx.db, found.id);
    // read under the locks: who waited for them sees the transfer that was begun meanwhile
    const payments = await findPayments(tx.db, found.id);
    if (order.status !== ORDER_WAITING || order.expires_at <= now) throw conflict('订单已支付或已关闭，请重新下单');
    if (payments.some(({ provider }) => provider === TRANSFER)) return order.expires_at;
    const until = new Date(now.getTime() + days * DAY_MS);
    await insertTransfer(tx.db, { order_id: order.id, payment_no: reference, amount_fen: order.pay_fen, expires_at: until, now });
    const open = payments.filter(({ status }) => status === 'waiting').map(numberThere);
    tx.afterCommit(() => closeAtProvider(createCtx(tx.app, { kind: 'job', name: 'orders.close' }, tx.request_id), open));
    return until;
  });
  return { account, reference, price: found.pay_fen / 100, until: unixSeconds(expires_at) };
}

interface ReceiveInput {
  orderid: string;
  amount_fen: Fen;
  /** The bank's number of the line. */
  trade_no: string;
}

/** A line of the bank is about an order: the amount it asks for settles it like every payment, anything else goes back. Always with a second person. */
const receiveAct = defineStaffAct<ReceiveInput, void>({
  name: 'transfer.receive',
  title: '登记对公转账到账',
  verb: 'transfer.handle',
  concerns: async (ctx, { orderid }) => [(await orderOf(ctx, orderid)).buyer_id],
  value: () => 'always',
  async about(ctx, { orderid, amount_fen, trade_no }) {
    const { pay_fen } = await orderOf(ctx, orderid);
    const differs = amount_fen === pay_fen ? '' : '，金额不一致，登记后须退回';
    return `订单 ${orderid} 应付 ¥${fenToYuan(pay_fen)}，到账 ¥${fenToYuan(amount_fen)}${differs}（银行流水 ${trade_no}）`;
  },
  async run(tx, { orderid, amount_fen, trade_no }) {
    const { id } = await orderOf(tx, orderid);
    const payment = (await findPayments(tx.db, id)).find(({ provider }) => provider === TRANSFER);
    if (!payment) throw conflict('这笔订单没有选择对公转账');
    if (await isTaken(tx.db, trade_no)) throw conflict(TAKEN_TEXT);
    const facts: PaymentFacts = {
      ...{ merchant_id: '', app_id: '', payment_no: payment.payment_no, trade_no, amount_fen, currency: 'CNY' },
      ...{ status: 'paid', channel: TRANSFER },
    };
    const fits = amount_fen === payment.amount_fen && (payment.status === 'waiting' || payment.status === 'closed');
    if (fits) {
      const { outcome } = await settleInside(tx, TRANSFER, facts);
      if (outcome !== 'settled' && outcome !== 'refunding') throw conflict('这笔订单刚刚登记过，请刷新');
    } else await takeStray(tx, id, facts);
    await recordAudit(tx, 'transfer.receive', orderid, { amount_fen, trade_no, fits });
  },
});

/** Money that is not what the order asks for, or more of it, is owed at once and never pays a part. */
async function takeStray(tx: TxCtx, order_id: number, facts: PaymentFacts): Promise<void> {
  await lockPaymentsOf(tx.db, order_id);
  const order = await lockOrder(tx.db, order_id);
  if (await isTaken(tx.db, facts.trade_no)) throw conflict(TAKEN_TEXT);
  const before = (await findPayments(tx.db, order_id)).filter(({ provider }) => provider === TRANSFER);
  const payment_no = transferNo(order_id, before.length);
  await insertStray(tx.db, { order_id, payment_no, amount_fen: facts.amount_fen, now: tx.app.clock.now() });
  const payment = (await findPayments(tx.db, order_id)).find((one) => one.payment_no === payment_no);
  if (!payment) throw notFound();
  const reason = order.status === ORDER_PAID ? 'paid_twice' : 'amount_differs';
  const refund = { do: 'refund', payment: movePayment(payment.status, 'refund'), reason } as const;
  await carryOut(tx, { order, payment, facts, newer: null }, { outcome: 'refunding', effects: [refund] }, closeAtProvider);
}

interface SendInput {
  refund_no: string;
  trade_no: string;
}

/** Staff sent what is owed by the bank. */
const sendAct = defineStaffAct<SendInput, void>({
  name: 'transfer.send',
  title: '登记对公转账已退回',
  verb: 'transfer.handle',
  concerns: async (ctx, { refund_no }) => [(await owedOf(ctx, refund_no)).buyer_id],
  value: () => 'always',
  async about(ctx, { refund_no, trade_no }) {
    const { orderid, amount_fen } = await owedOf(ctx, refund_no);
    return `订单 ${orderid} 的 ¥${fenToYuan(amount_fen)} 已由银行退回（银行流水 ${trade_no}）`;
  },
  async run(tx, { refund_no, trade_no }) {
    const refund = await owedOf(tx, refund_no);
    if (!(await bookRefund(tx, { ...refund, channel: TRANSFER }, 'refund'))) throw conflict('这笔退款刚刚登记过，请刷新');
    await recordAudit(tx, 'transfer.send', refund.orderid, { refund_no, trade_no });
  },
});

/** @throws as `performAct`; 404, 409 */
export const receiveTransfer = (ctx: Ctx, input: ReceiveInput): Promise<void> => performAct(ctx, receiveAct, input);
export const sendTransfer = (ctx: Ctx, input: SendInput): Promise<void> => performAct(ctx, sendAct, input);

async function orderOf(ctx: Ctx | TxCtx, orderid: string): Promise<OrderRecord> {
  const order = await findOrder(ctx.db, orderid);
  if (!order) throw notFound('订单不存在');
  return order;
}

async function owedOf(ctx: Ctx | TxCtx, refund_no: string): Promise<OwedTransfer> {
  const owed = await findOwed(ctx.db, refund_no);
  if (!owed) throw notFound('没有这笔待退回的对公转账');
  return owed;
}
