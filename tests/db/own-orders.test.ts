import { beforeAll, expect, it } from 'vitest';
import type { OrderDetail, OrderList, OrderState } from '#contract/order.ts';
import { settlePayment } from '#server/modules/orders/index.ts';
import { testApp } from '../support/app.ts';
import { giveCoupon, makeItem, makePerson, type Person, payAtProvider, paymentNoOf, place } from '../support/market.ts';

const t = testApp();
let publisher: Person;
let buyer: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
  buyer = await makePerson(t, 100_000);
});

const post = (path: string, orderid: string, who = buyer) => t.call('POST', path, { token: who.token, body: { orderid } });
const detail = (orderid: string, who = buyer) => t.call<OrderDetail>('GET', '/api/order/detail', { token: who.token, query: { orderid } });
const state = async (orderid: string) =>
  (await t.call<OrderState>('GET', '/api/order', { token: buyer.token, query: { orderid } })).body.data;
const listed = async () => (await t.call<OrderList>('GET', '/scheme/buy/orderlist', { token: buyer.token })).body.data;

it('says of a paid order what was taken off, how and when it was paid', async () => {
  const coupon_id = await giveCoupon(t, buyer.id, 1_000);
  const order = await place(buyer, await makeItem(t, publisher.id), { user_coupon_id: coupon_id });
  expect((await detail(order.orderid)).body.data).toMatchObject({ status: 1, channel: '', trade_no: '', paid_at: 0, pay_price: 90 });
  const facts = await payAtProvider(t, order, 'alipay');
  await settlePayment(t.ctx(), 'sandbox', facts);
  expect((await detail(order.orderid)).body.data).toMatchObject({
    orderid: order.orderid,
    status: 2,
    noun: '方案',
    list_price: 100,
    price: 100,
    coupon_price: 10,
    pay_price: 90,
    channel: 'alipay',
    trade_no: facts.trade_no,
    paid_at: Math.floor(t.clock.now().getTime() / 1000),
    closed_at: 0,
    can_download: true,
  });
  expect((await detail(order.orderid, publisher)).status).toBe(404);
});

it('U-34 takes closed orders out of the list, and nothing else', async () => {
  const open = await place(buyer, await makeItem(t, publisher.id));
  expect(await post('/api/order/hide', open.orderid)).toMatchObject({ status: 409, body: { msg: '请先关闭订单再删除' } });
  const before = await listed();
  await post('/api/order/close', open.orderid);
  expect((await post('/api/order/hide', open.orderid, publisher)).status).toBe(404);
  for (const _ of [1, 2]) expect((await post('/api/order/hide', open.orderid)).body.code).toBe(0);
  const after = await listed();
  expect(after.list.map(({ orderid }) => orderid)).not.toContain(open.orderid);
  expect([after.total, after.counts.closed]).toEqual([before.total - 1, before.counts.closed]);
  expect((await detail(open.orderid)).body.data.status).toBe(3);
  const paid = after.list.find(({ status }) => status === 2);
  expect(await post('/api/order/hide', paid?.orderid ?? '')).toMatchObject({ status: 409, body: { msg: '已支付的订单不能删除' } });
});

it('U-35 tells the dialog that the code was scanned, until it is paid', async () => {
  const order = await place(buyer, await makeItem(t, publisher.id));
  expect(await state(order.orderid)).toMatchObject({ status: 1, scanned: 0 });
  await t.call('GET', '/sandbox/bills');
  expect(await state(order.orderid)).toMatchObject({ scanned: 0 });
  const bill = await t.call('GET', '/sandbox/bill', { query: { pay: paymentNoOf(order) } });
  expect(bill.body.data).toMatchObject({ status: 'waiting' });
  expect(await state(order.orderid)).toMatchObject({ status: 1, scanned: 1 });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  expect(await state(order.orderid)).toMatchObject({ status: 2, scanned: 0 });
});

it('F-28, P-170, TR-6 lists coupons that can be used, were used, and ended unused', async () => {
  const person = await makePerson(t);
  const [used, ended, free] = [await giveCoupon(t, person.id, 500), await giveCoupon(t, person.id, 600), 0];
  const order = await place(person, await makeItem(t, publisher.id), { user_coupon_id: used });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  const of = async (status: number) => {
    const { body } = await t.call<{ list: Array<{ id: number }>; total: number }>('GET', '/user/coupon/coupon', {
      token: person.token,
      query: { type: 5, status },
    });
    return [body.data.total, body.data.list.map(({ id }) => id)];
  };
  expect([await of(0), await of(1), await of(2)]).toEqual([
    [1, [ended]],
    [1, [used]],
    [0, []],
  ]);
  t.clock.advance_ms(2 * 86_400_000);
  expect([await of(0), await of(1), await of(2)]).toEqual([
    [free, []],
    [1, [used]],
    [1, [ended]],
  ]);
});

it('M18 lists the coupons of a use without being told its type, and M19 refuses what no amount is', async () => {
  const person = await makePerson(t);
  const salon = await giveCoupon(t, person.id, 500, 0, 0, 'salon');
  const scheme = await giveCoupon(t, person.id, 500);
  const ids = async (query: object) => {
    const { body } = await t.call<{ list: Array<{ id: number }> }>('GET', '/user/coupon/coupon', {
      token: person.token,
      query: { ...query },
    });
    return body.data.list.map(({ id }) => id);
  };
  expect([await ids({ use: 'salon' }), await ids({}), await ids({ use: 'contact' })]).toEqual([[salon], [scheme], []]);
  const pay = (yuan: number) => t.call('GET', '/user/coupon/coupon', { token: person.token, query: { pay: yuan } });
  expect((await pay(1.005)).body).toMatchObject({ code: 1, msg: '金额最多两位小数' });
  expect((await pay(1.01)).body).toMatchObject({ code: 0 });
});
