import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ORDER_CLOSED, ORDER_PAID, ORDER_WAITING, type Order, type OrderDetail, SAVED_TEXTS, type SavedBy } from '#contract/order.ts';
import { amountRows } from '#contract/receipt.ts';
import { BalanceConfirm } from '#kit/pay/AskToPay.tsx';
import { OrderDetail as View } from './OrderDetail.tsx';

const order = {
  status: ORDER_PAID,
  list_price: 199,
  credit_price: 0,
  saved_by: 'member',
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
  const upgraded = { ...order, list_price: 510.91, credit_price: 188.09, price: 510.91 } as OrderDetail;
  expect(amountRows(upgraded).slice(0, 2)).toEqual([
    ['原价', '¥699'],
    ['原会员剩余抵扣', '-¥188.09'],
  ]);
  const plain = { ...order, status: ORDER_WAITING, price: 199, coupon_price: 0, deduction_price: 0, pay_price: 199 } as OrderDetail;
  expect(amountRows(plain)).toEqual([
    ['原价', '¥199'],
    ['应付', '¥199'],
  ]);
});

it('says where each part of what was bought stands, and nothing where it is one thing', () => {
  const facts = {
    ...order,
    orderid: 'A1',
    title: '全站 + 影视',
    msg: '',
    format: '',
    noun: '联合会员',
    cover_src: '',
    href: '',
    trade_no: '',
  };
  const nothing = () => undefined;
  const draw = (parts: OrderDetail['parts']) =>
    renderToStaticMarkup(
      createElement(View, {
        ...{ order: { ...facts, parts } as OrderDetail, kind: null, percent: null },
        ...{ onPay: nothing, onTransfer: nothing, onDownload: nothing, onSave: nothing, saving: false, onPrint: nothing },
      }),
    );
  const html = draw([
    { title: '全站会员', text: '365 天', state: 'active', starts_at: 1_700_000_000, ends_at: 1_731_536_000 },
    { title: '影视会员', text: '12 个月，138****0000', state: 'working', starts_at: 0, ends_at: 0 },
    { title: '音乐会员', text: '1 个月', state: 'ended', starts_at: 0, ends_at: 0 },
  ]);
  for (const text of ['包含的权益', '已生效', '至 2024年11月', '138****0000', '处理中', '已退回']) expect(html).toContain(text);
  expect(draw([])).not.toContain('包含的权益');
});

it.each(Object.entries(SAVED_TEXTS))(
  'M13 says why less was paid, %s, by its one name in the order and before it is paid',
  (saved_by, text) => {
    const of = { ...order, saved_by: saved_by as SavedBy };
    expect(amountRows(of)[1]).toEqual([text, '-¥49.75']);
    const asked = { ...of, all_balance: 100, surplus_balance: 0 } as unknown as Order;
    expect(renderToStaticMarkup(createElement(BalanceConfirm, { order: asked, busy: false, onConfirm() {}, onCancel() {} }))).toContain(
      text,
    );
  },
);
