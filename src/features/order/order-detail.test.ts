import { expect, it } from 'vitest';
import { ORDER_CLOSED, ORDER_PAID, ORDER_WAITING, type OrderDetail } from '#contract/order.ts';
import { amountRows } from './OrderDetail.tsx';

const order = {
  status: ORDER_PAID,
  list_price: 199,
  price: 149.25,
  coupon_price: 20,
  deduction_price: 100,
  pay_price: 29.25,
} as OrderDetail;

it('shows how the amount came about, and only what was taken off', () => {
  expect(amountRows(order)).toEqual([
    ['原价', '¥199'],
    ['会员优惠', '-¥49.75'],
    ['优惠券', '-¥20'],
    ['余额支付', '¥100'],
    ['扫码实付', '¥29.25'],
  ]);
  const refunded = { ...order, status: ORDER_CLOSED, refunded: 129.25 } as OrderDetail;
  expect(amountRows(refunded).slice(-2)).toEqual([
    ['已退', '¥129.25'],
    ['扫码实付', '¥29.25'],
  ]);
  const plain = { ...order, status: ORDER_WAITING, price: 199, coupon_price: 0, deduction_price: 0, pay_price: 199 } as OrderDetail;
  expect(amountRows(plain)).toEqual([
    ['原价', '¥199'],
    ['应付', '¥199'],
  ]);
});
