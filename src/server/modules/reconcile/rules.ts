import { inStrips } from '../../kernel/strips.ts';
import type { BillLine } from '../../providers/payment/port.ts';
import { type BookedPayment, type BookedRefund, movesMoney, type PaidOrderBooks } from '../orders/index.ts';

/** What may not agree, with its name for people. */
export const DIFFERENCES = {
  ledger: '账本不平',
  points: '积分批次与账本不符',
  order: '订单与付款不符',
  unbooked: '有成交却没有账目',
  payment_missing_here: '支付方已收款，我方没有入账',
  payment_missing_there: '我方已入账，支付方没有这笔',
  payment_amount: '收款金额不符',
  payment_trade: '支付方单号不符',
  refund_missing_here: '支付方已退款，我方没有记录',
  refund_missing_there: '我方已退款，支付方没有这笔',
  refund_amount: '退款金额不符',
} as const;
export type DifferenceKind = keyof typeof DIFFERENCES;

export interface Difference {
  kind: DifferenceKind;
  /** Number of the payment, refund or order; what the ledger's proof names. */
  subject: string;
  ours_fen: number | null;
  theirs_fen: number | null;
  detail: string;
}

interface Books<R extends BookedRefund = BookedRefund> {
  payments: readonly BookedPayment[];
  refunds: readonly R[];
}

/** Each line of the provider's bill against our books of any day. */
export function compareTheirs(bill: readonly BillLine[], ours: Books): Difference[] {
  const payments = new Map(ours.payments.map((one) => [one.payment_no, one]));
  const refunds = new Map(ours.refunds.map((one) => [one.refund_no, one]));
  return bill.flatMap((line): Difference[] => {
    if (line.kind === 'payment') return comparePayment(line, payments.get(line.payment_no));
    const found = refunds.get(line.refund_no);
    const about = { subject: line.refund_no || line.trade_no, theirs_fen: line.amount_fen, detail: `付款号 ${line.payment_no}` };
    if (!found) return [{ kind: 'refund_missing_here', ours_fen: null, ...about }];
    if (found.amount_fen !== line.amount_fen) return [{ kind: 'refund_amount', ours_fen: found.amount_fen, ...about }];
    return [];
  });
}

function comparePayment(line: BillLine, found: BookedPayment | undefined): Difference[] {
  const about = { subject: line.payment_no, theirs_fen: line.amount_fen, detail: `支付方单号 ${line.trade_no}` };
  if (!found?.arrived) return [{ kind: 'payment_missing_here', ours_fen: null, ...about }];
  if (found.amount_fen !== line.amount_fen) return [{ kind: 'payment_amount', ours_fen: found.amount_fen, ...about }];
  // the same number with other money: somebody paid twice there
  if (found.trade_no !== line.trade_no)
    return [{ kind: 'payment_trade', ours_fen: found.amount_fen, ...about, detail: `${about.detail}，我方记为 ${found.trade_no}` }];
  return [];
}

/** What our books have in the bill's day and the bill does not: payments (another day's, perhaps: to be asked about) and refunds (as well). */
export async function missingThere<R extends BookedRefund>(
  bill: readonly BillLine[],
  ours: Books<R>,
): Promise<{ payments: BookedPayment[]; refunds: R[] }> {
  const theirs = { payment: new Set<string>(), refund: new Set<string>() };
  for await (const { kind, payment_no, refund_no } of inStrips(bill)) theirs[kind].add(kind === 'payment' ? payment_no : refund_no);
  const missing: { payments: BookedPayment[]; refunds: R[] } = { payments: [], refunds: [] };
  for await (const one of inStrips(ours.payments)) if (!theirs.payment.has(one.payment_no)) missing.payments.push(one);
  for await (const one of inStrips(ours.refunds)) if (!theirs.refund.has(one.refund_no)) missing.refunds.push(one);
  return missing;
}

/** Paid orders whose payments do not add up, or which the ledger does not know. */
export function compareOrders(orders: readonly PaidOrderBooks[], booked_keys: ReadonlySet<string>): Difference[] {
  return orders.flatMap(({ orderid, paid_key, price_fen, pay_fen, paid_fen }): Difference[] => [
    ...(pay_fen === paid_fen
      ? []
      : [{ kind: 'order', subject: orderid, ours_fen: pay_fen, theirs_fen: paid_fen, detail: '应付与付款之和' } as const]),
    ...(!movesMoney({ price_fen }) || booked_keys.has(paid_key)
      ? []
      : [{ kind: 'unbooked', subject: orderid, ours_fen: pay_fen, theirs_fen: null, detail: paid_key } as const]),
  ]);
}
