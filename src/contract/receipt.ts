import { licenceText } from './licence.ts';
import { ORDER_PAID, type OrderDetail, PAY_CHANNELS, SAVED_TEXTS } from './order.ts';
import { exactPrice } from './price-range.ts';

export const RECEIPT = { title: '策猫 · 购买凭证', note: '本凭证由系统生成，用于核对与报销说明，不作为发票使用。' } as const;
/** What of an order a receipt shows. */
type ReceiptOrder = Pick<
  OrderDetail,
  | 'saved_by'
  | 'list_price'
  | 'credit_price'
  | 'price'
  | 'coupon_price'
  | 'deduction_price'
  | 'pay_price'
  | 'refunded'
  | 'status'
  | 'orderid'
  | 'licence'
  | 'code'
  | 'created_at'
  | 'paid_at'
  | 'closed_at'
  | 'channel'
  | 'trade_no'
>;
export type ReceiptRow = readonly [name: string, value: string];

/** How the amount came about, as far as something was taken off; the last row is the sum. The page, the file and the mail say the same. */
export function amountRows(order: ReceiptOrder): ReceiptRow[] {
  const { saved_by, list_price, credit_price, price, coupon_price, deduction_price, pay_price, refunded, status } = order;
  const saved = Math.round((list_price - price) * 100) / 100;
  const whole = Math.round((list_price + credit_price) * 100) / 100;
  const rows: Array<ReceiptRow | false> = [
    ['原价', exactPrice(whole)],
    credit_price > 0 && ['原会员剩余抵扣', `-${exactPrice(credit_price)}`],
    saved > 0 && [SAVED_TEXTS[saved_by], `-${exactPrice(saved)}`],
    coupon_price > 0 && ['优惠券', `-${exactPrice(coupon_price)}`],
    deduction_price > 0 && ['余额支付', exactPrice(deduction_price)],
    refunded > 0 && ['已退', exactPrice(refunded)],
    [status === ORDER_PAID || refunded > 0 ? '扫码实付' : '应付', exactPrice(pay_price)],
  ];
  return rows.filter((row) => row !== false);
}

/** Number, times and way of payment; `timeText` says unix seconds to people. */
export function factRows(order: ReceiptOrder, timeText: (at_s: number) => string): ReceiptRow[] {
  const { orderid, licence, code, created_at, paid_at, closed_at, channel, trade_no, deduction_price } = order;
  const way = PAY_CHANNELS[channel] ?? (deduction_price > 0 ? '余额' : '');
  const rows: Array<ReceiptRow | false> = [
    ['订单号', orderid],
    !!code && ['优惠码', code],
    !!licence && ['授权', licenceText(licence)],
    ['下单时间', timeText(created_at)],
    paid_at > 0 && ['支付时间', timeText(paid_at)],
    paid_at > 0 && way !== '' && ['支付方式', way],
    trade_no !== '' && ['交易单号', trade_no],
    closed_at > 0 && ['关闭时间', timeText(closed_at)],
  ];
  return rows.filter((row) => row !== false);
}
