import { billRows, feeOf, fenOf } from '../bill-text.ts';
import type { BillLine } from '../port.ts';

/** Lines of a trade bill (bill_type ALL): a header, rows whose values begin with a backtick, then a sum with a header of its own. */
export async function wechatBill(text: string): Promise<BillLine[]> {
  const lines: BillLine[] = [];
  for await (const cell of billRows(text, (cells) => cells.includes('商户订单号'), ',')) {
    const base = { payment_no: cell('商户订单号'), trade_no: cell('微信订单号'), ...feeOf(cell('手续费')) };
    const state = cell('交易状态');
    if (base.payment_no === '') continue;
    if (state === 'SUCCESS')
      lines.push({ ...base, kind: 'payment', refund_no: '', amount_fen: fenOf(cell('订单金额') || cell('应结订单金额')) });
    else if (state === 'REFUND' || state === 'REVOKED')
      lines.push({ ...base, kind: 'refund', refund_no: cell('商户退款单号'), amount_fen: fenOf(cell('申请退款金额') || cell('退款金额')) });
  }
  return lines;
}
