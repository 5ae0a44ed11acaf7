import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { Order, OrderList, OrderState, Quote } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { setItemStatus, updateItem } from '#server/modules/catalog/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { reconcilePayments } from '#server/modules/orders/index.ts';
import { issueVoucher } from '#server/modules/vouchers/index.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import type { PaymentFacts } from '#server/providers/payment/port.ts';
import { testApp } from '../support/app.ts';
import {
  giveBalance,
  giveCoupon,
  makeItem,
  makePerson,
  type Person,
  payAtProvider,
  paymentNoOf,
  place,
  sandbox,
} from '../support/market.ts';

const t = testApp();
let publisher: Person;
let buyer: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
  buyer = await makePerson(t);
});
afterEach(async () => {
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true });
});

const post = <T>(path: string, body: object, who: Person = buyer) => t.call<T>('POST', path, { token: who.token, body });
const get = <T>(path: string, query: Record<string, string | number>, who: Person = buyer) =>
  t.call<T>('GET', path, { token: who.token, query });
const order = async (body: object, who: Person = buyer) => (await post<Order>('/scheme/buy/order', body, who)).body.data;

describe('buying through the gateway', () => {
  it('M-103 walks quote, order, scan, notify, poll, list', async () => {
    const id = await makeItem(t, publisher.id);
    const quote = await get<Quote>('/scheme/scheme/pricelist', { id });
    expect(quote.body.data).toMatchObject({
      price: 100,
      list_price: 100,
      price_for_members: 75,
      is_member_price: 0,
      item: { title: '年会方案', size: 2.9 },
    });
    const placed = await order({ id });
    expect(placed).toMatchObject({ status: 1, pay_price: 100, is_free: 0, platform: 1 });
    expect(placed.pay_qrcode).toBe(`${t.config.site_url}/sandbox?pay=${paymentNoOf(placed)}`);
    expect((await get<OrderState>('/api/order', { orderid: placed.orderid })).body.data.status).toBe(1);
    const paid = await t.call('POST', '/sandbox/pay', {
      body: { orderid: placed.orderid, channel: 'alipay', result: 'success', copies: 4 },
    });
    expect(paid.body.data).toMatchObject({ status: 'paid', notified: [200, 200, 200, 200] });
    expect((await get<OrderState>('/api/order', { orderid: placed.orderid })).body.data).toMatchObject({ status: 2, msg: '' });
    const list = (await get<OrderList>('/scheme/buy/orderlist', { status: 2 })).body.data;
    expect(list.list[0]).toMatchObject({ orderid: placed.orderid, status: 2, can_download: true, title: '年会方案' });
    const again = await post('/scheme/buy/order', { id });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 1, msg: '您已拥有该方案，可直接下载', data: { owned: true } });
  });

  it('closes the order when the payer declines', async () => {
    const placed = await order({ id: await makeItem(t, publisher.id) });
    await t.call('POST', '/sandbox/pay', { body: { orderid: placed.orderid, result: 'fail' } });
    expect((await get<OrderState>('/api/order', { orderid: placed.orderid })).body.data).toMatchObject({
      status: 3,
      msg: '支付失败，订单已关闭',
    });
  });

  it('finds a payment whose notify was lost: by the poll, and by reconciliation', async () => {
    const [one, two] = [await order({ id: await makeItem(t, publisher.id) }), await order({ id: await makeItem(t, publisher.id) })];
    for (const placed of [one, two]) await t.call('POST', '/sandbox/pay', { body: { orderid: placed.orderid, copies: 0 } });
    t.clock.advance_ms(11_000);
    expect((await get<OrderState>('/api/order', { orderid: one.orderid })).body.data.status).toBe(2);
    expect(await reconcilePayments(t.ctx())).toMatchObject({ outcomes: { settled: 1 } });
    expect((await get<OrderState>('/api/order', { orderid: two.orderid })).body.data.status).toBe(2);
  });

  it('IM-11 ignores a price in the request', async () => {
    const id = await makeItem(t, publisher.id);
    expect(await order({ id, price: 0.01, pay_price: 0.01 })).toMatchObject({ pay_price: 100 });
  });

  it('charges members the member price and freezes it in the order', async () => {
    const member = await makePerson(t);
    await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: member.id, vip_type: 1, days: 30, max_download_pre_day: 0 }));
    const id = await makeItem(t, publisher.id, { price_fen: 1_990 });
    expect(await order({ id }, member)).toMatchObject({ price: 14.93, pay_price: 14.93 });
  });

  it('ST-3 settles at once when a coupon covers everything; its rest is lost and the quote says so', async () => {
    const id = await makeItem(t, publisher.id, { price_fen: 1_000 });
    const coupon = await giveCoupon(t, buyer.id, 5_000);
    const quote = (await get<Quote>('/scheme/scheme/pricelist', { id, user_coupon_id: coupon })).body.data;
    expect(quote).toMatchObject({ coupon_price: 10, coupon_lost: 40, pay_price: 0 });
    const earned = (await balances(t.ctx(), publisher.id)).earning_fen;
    expect(await order({ id, user_coupon_id: coupon })).toMatchObject({ is_free: 1, status: 2, pay_qrcode: '' });
    expect((await balances(t.ctx(), publisher.id)).earning_fen - earned).toBe(800);
    const left = (await get<{ total: number }>('/user/coupon/coupon', { type: 5 })).body.data;
    expect(left.total).toBe(0);
  });

  it('M-102, M-504 asks for confirmation when the balance covers everything, and pays once', async () => {
    await giveBalance(t, buyer.id, 15_000);
    const id = await makeItem(t, publisher.id);
    const placed = await order({ id, balance: 1 });
    expect(placed).toMatchObject({ status: 1, pay_price: 0, deduction_price: 100, all_balance: 150, surplus_balance: 50, is_free: 0 });
    const answers = await Promise.all([1, 2, 3].map(() => post<OrderState>('/api/order/balance', { orderid: placed.orderid })));
    expect(answers.map(({ body }) => body.data.status)).toEqual([2, 2, 2]);
    expect(await balances(t.ctx(), buyer.id)).toMatchObject({ balance_fen: 5_000, held_fen: 0 });
  });

  it('recreates on another choice: the old order closes, its coupon is free again; cache 1 keeps it', async () => {
    const id = await makeItem(t, publisher.id);
    const coupon = await giveCoupon(t, buyer.id, 1_000);
    const first = await order({ id, user_coupon_id: coupon });
    expect(await order({ id, cache: 1 })).toMatchObject({ orderid: first.orderid, user_coupon_id: coupon });
    const second = await order({ id, balance: 1, user_coupon_id: coupon });
    expect(second).toMatchObject({ coupon_price: 10, deduction_price: 50, pay_price: 40 });
    expect((await get<OrderState>('/api/order', { orderid: first.orderid })).body.data.status).toBe(3);
    const bill = await t.call<{ status: string }>('GET', '/sandbox/bill', { query: { pay: paymentNoOf(first) } });
    expect(bill.body.data.status).toBe('closed');
    expect((await post('/api/order/close', { orderid: second.orderid })).body.code).toBe(0);
    expect(await balances(t.ctx(), buyer.id)).toMatchObject({ balance_fen: 5_000, held_fen: 0 });
  });

  it('shows an open order again only at the price of today: a price that fell, or a membership, makes a new one', async () => {
    const somebody = await makePerson(t);
    const id = await makeItem(t, publisher.id);
    const first = await order({ id }, somebody);
    expect(await order({ id, cache: 1 }, somebody)).toMatchObject({ orderid: first.orderid, price: 100 });
    await inTransaction(t.ctx(), (tx) => updateItem(tx, id, { price_fen: 8_000 }));
    const cheaper = await order({ id, cache: 1 }, somebody);
    expect(cheaper).toMatchObject({ price: 80, pay_price: 80 });
    expect((await get<OrderState>('/api/order', { orderid: first.orderid }, somebody)).body.data.status).toBe(3);
    await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: somebody.id, vip_type: 1, days: 30, max_download_pre_day: 0 }));
    expect(await order({ id, cache: 1 }, somebody)).toMatchObject({ price: 60, pay_price: 60 });
  });

  it('lists an order whose time is up as closed, before anything has closed it', async () => {
    const somebody = await makePerson(t);
    const placed = await order({ id: await makeItem(t, publisher.id) }, somebody);
    const listed = async (status: number) =>
      (await get<OrderList>('/scheme/buy/orderlist', { status }, somebody)).body.data.list.map((row) => [row.orderid, row.status]);
    expect([await listed(1), await listed(3)]).toEqual([[[placed.orderid, 1]], []]);
    t.clock.advance_ms(15 * 60_000);
    expect([await listed(1), await listed(3)]).toEqual([[], [[placed.orderid, 3]]]);
  });

  it('refuses what is not for sale, with a reason', async () => {
    const msg = async (id: number, who = buyer) => (await post('/scheme/buy/order', { id }, who)).body.msg;
    expect(await msg(await makeItem(t, publisher.id, { price_fen: 0 }))).toBe('该方案可免费下载，无需购买');
    expect(await msg(await makeItem(t, publisher.id, { price_fen: 0, vip_only: true }))).toBe('该方案为会员专享，不支持单独购买');
    expect(await msg(await makeItem(t, publisher.id), publisher)).toBe('这是您发布的方案，可直接下载');
    expect(await msg(987_654_321)).toBe('内容不存在或已下架');
  });
});

describe('K-111, M-104 PPT templates', () => {
  const ppt = async (facts: { price_fen?: number } = {}) => makeItem(t, publisher.id, { kind: KINDS.ppt, ...facts });

  it('are bought by their own call, with coupons and words of their own', async () => {
    const somebody = await makePerson(t);
    const id = await ppt();
    const of_schemes = await giveCoupon(t, somebody.id, 1_000);
    const of_ppt = await giveCoupon(t, somebody.id, 2_000, 0, 20);
    const quote = (await get<Quote>('/scheme/scheme/pricelist', { id }, somebody)).body.data;
    expect(quote).toMatchObject({ item: { kind: 'ppt', noun: 'PPT模板' }, coupons: [{ id: of_ppt }] });
    const refused = await post('/scheme/ppt/order', { id, user_coupon_id: of_schemes }, somebody);
    expect(refused.body.msg).toBe('优惠券不可用或已被使用');
    const placed = (await post<Order>('/scheme/ppt/order', { balance: 0, id, user_coupon_id: of_ppt, cache: 0 }, somebody)).body.data;
    expect(placed).toMatchObject({ subject: 'item', subject_id: id, pay_price: 80 });
    await t.call('POST', '/sandbox/pay', { body: { orderid: placed.orderid } });
    expect((await post('/scheme/ppt/order', { id }, somebody)).body).toMatchObject({
      msg: '您已拥有该PPT模板，可直接下载',
      data: { owned: true },
    });
    expect((await get<{ list: unknown[] }>('/user/coupon/coupon', { type: 5 }, somebody)).body.data.list).toHaveLength(1);
    expect((await get<{ list: unknown[] }>('/user/coupon/coupon', { type: 20 }, somebody)).body.data.list).toHaveLength(0);
  });

  it('and schemes are not there for each other’s order call', async () => {
    const [template, scheme] = [await ppt(), await makeItem(t, publisher.id)];
    for (const [path, id] of [
      ['/scheme/buy/order', template],
      ['/scheme/ppt/order', scheme],
    ] as const) {
      const answer = await post(path, { id });
      expect([answer.status, answer.body.msg]).toEqual([404, '内容不存在或已下架']);
    }
  });

  it('K-115 and schemes are listed apart, with numbers by status', async () => {
    const somebody = await makePerson(t);
    const scheme = (await post<Order>('/scheme/buy/order', { id: await makeItem(t, publisher.id) }, somebody)).body.data;
    const first = (await post<Order>('/scheme/ppt/order', { id: await ppt() }, somebody)).body.data;
    const second = (await post<Order>('/scheme/ppt/order', { id: await ppt() }, somebody)).body.data;
    await post('/api/order/close', { orderid: first.orderid }, somebody);
    const listed = async (query: Record<string, number>) => {
      const { list, total, counts } = (await get<OrderList>('/scheme/buy/orderlist', query, somebody)).body.data;
      return { ids: list.map(({ orderid }) => orderid), kinds: list.map(({ kind }) => kind), total, counts };
    };
    expect(await listed({ kind: 2 })).toEqual({
      ids: [second.orderid, first.orderid],
      kinds: [2, 2],
      total: 2,
      counts: { all: 2, waiting: 1, paid: 0, closed: 1 },
    });
    const [open, closed] = (await get<OrderList>('/scheme/buy/orderlist', { kind: 2 }, somebody)).body.data.list;
    expect([open?.can_buy, closed?.can_buy]).toEqual([false, true]);
    expect(await listed({ kind: 1 })).toMatchObject({ ids: [scheme.orderid], kinds: [1] });
    expect(await listed({ kind: 2, status: 3 })).toMatchObject({ ids: [first.orderid], total: 1, counts: { all: 2 } });
    expect(await listed({})).toMatchObject({ total: 3 });
    expect((await get('/scheme/buy/orderlist', { kind: 98 }, somebody)).body).toMatchObject({ code: 1, msg: '种类无效' });
  });
});

it('places one order for a key that is sent again because the answer was lost', async () => {
  const somebody = await makePerson(t, 20_000);
  const id = await makeItem(t, publisher.id);
  const body = { id, balance: 1, idempotency_key: 'key-of-a-dialog' };
  const answers = await Promise.all([1, 2, 3].map(() => order(body, somebody)));
  expect(new Set(answers.map(({ orderid }) => orderid)).size).toBe(1);
  const { orderid } = answers[0] as Order;
  await post('/api/order/balance', { orderid }, somebody);
  // the answer to the confirmation was lost as well: the same order, paid
  expect(await order({ ...body, cache: 1 }, somebody)).toMatchObject({ orderid, status: 2 });
  expect(await balances(t.ctx(), somebody.id)).toMatchObject({ balance_fen: 10_000, held_fen: 0 });
});

it('M-105, ST-3, U-31, U-32, M11 M15 says what else holds the balance and a coupon, which coupons ask for a higher price, and what members pay under one name', async () => {
  const somebody = await makePerson(t, 3_000);
  const [cheap, other] = [await makeItem(t, publisher.id, { price_fen: 990 }), await makeItem(t, publisher.id)];
  const unfit = await giveCoupon(t, somebody.id, 1_000, 50_000);
  await order({ id: cheap, balance: 1 }, somebody);
  const quote = async (id: number) => (await get<Quote>('/scheme/scheme/pricelist', { id }, somebody)).body.data;
  expect(await quote(other)).toMatchObject({
    balance: 20.1,
    held: [{ coupon: '', balance: 9.9 }],
    coupons: [],
    unfit_coupons: [{ id: unfit, min_price: 500 }],
  });
  // a coupon too: the order that holds it is named, and gives it back when it is closed
  const coupon = await giveCoupon(t, somebody.id, 100);
  const { orderid } = await order({ id: cheap, balance: 0, user_coupon_id: coupon }, somebody);
  const { title } = (await quote(cheap)).item;
  expect(await quote(other)).toMatchObject({ coupons: [], held: [{ orderid, title, coupon: expect.stringMatching(/./), balance: 0 }] });
  await post('/api/order/close', { orderid }, somebody);
  expect(await quote(other)).toMatchObject({ coupons: [{ id: coupon }], held: [], balance: 30 });
  await order({ id: cheap, balance: 1 }, somebody);
  // `vip_price` is what this reader pays, `member_price` what members would pay: both stand in details alone (decision 0021)
  const quoted = await quote(cheap);
  for (const name of ['vip_price', 'member_price']) expect(Object.keys(quoted)).not.toContain(name);
  expect(quoted.price_for_members).toBeLessThan(quoted.list_price);
  // what the open order of the same item holds comes back with the next choice
  expect(await quote(cheap)).toMatchObject({ balance: 30, held: [] });
});

it('lets an order of something that was taken down be paid, and shows it again', async () => {
  const somebody = await makePerson(t);
  const id = await makeItem(t, publisher.id);
  const placed = await order({ id }, somebody);
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, id, ['published'], 'draft'));
  expect(await order({ id, cache: 1 }, somebody)).toMatchObject({ orderid: placed.orderid });
  expect((await post('/scheme/buy/order', { id }, somebody)).status).toBe(404);
});

it('redeems a voucher for a free item too: it lifts the daily limit, once', async () => {
  const somebody = await makePerson(t);
  const id = await makeItem(t, publisher.id, { price_fen: 0 });
  await issueVoucher(t.ctx(), { user_id: somebody.id, kind: 1, use_end_time: new Date(t.clock.now().getTime() + 1e6) });
  expect((await post<{ num: number }>('/scheme/scheme/voucher', { sid: id }, somebody)).body).toMatchObject({ code: 0, data: { num: 0 } });
  expect((await post('/scheme/scheme/voucher', { sid: id }, somebody)).body).toMatchObject({ code: 1, data: { owned: true } });
});

it('M-700, ST-10 redeems a voucher for an item and closes its open order', async () => {
  const id = await makeItem(t, publisher.id);
  expect((await post('/scheme/scheme/voucher', { sid: id })).body).toMatchObject({ code: 1, msg: '您没有可用的下载券' });
  await issueVoucher(t.ctx(), { user_id: buyer.id, kind: 1, use_end_time: new Date(t.clock.now().getTime() + 1e6) });
  expect((await get<{ num: number }>('/scheme/scheme/voucher', {})).body.data.num).toBe(1);
  const open = await order({ id });
  expect((await post<{ num: number }>('/scheme/scheme/voucher', { sid: id })).body).toMatchObject({ code: 0, data: { num: 0 } });
  expect((await get<OrderState>('/api/order', { orderid: open.orderid })).body.data).toMatchObject({ status: 3, owned: 1 });
});

describe('notify', () => {
  const gateway = () => createGateway(t.app, endpoints);
  const send = (facts: PaymentFacts, change: (notify: { body: string; headers: Record<string, string> }) => void = () => undefined) => {
    const notify = sandbox(t).signNotify(facts, t.clock.now());
    change(notify);
    return gateway().request('/pay/notify/sandbox', { method: 'POST', ...notify });
  };

  it.each([
    ['amount', { amount_fen: 1 }],
    ['merchant', { merchant_id: 'somebody-else' }],
    ['app', { app_id: 'another-app' }],
    ['currency', { currency: 'USD' }],
    ['payment', { payment_no: 'P000000000000000000000000' }],
  ])('refuses a signed one with another %s', async (_name, change) => {
    const placed = await place(buyer, await makeItem(t, publisher.id));
    const facts = await payAtProvider(t, placed);
    expect((await send({ ...facts, ...change })).status).toBe(400);
    expect((await get<OrderState>('/api/order', { orderid: placed.orderid })).body.data.status).toBe(1);
  });

  it('refuses one that is not signed by the provider, was changed, or is old', async () => {
    const placed = await place(buyer, await makeItem(t, publisher.id));
    const facts = await payAtProvider(t, placed);
    const forged = (change: Parameters<typeof send>[1]) => send(facts, change);
    expect((await forged((n) => (n.headers['sandbox-signature'] = 'f'.repeat(64)))).status).toBe(401);
    expect((await forged((n) => (n.body = n.body.replace('"amount_fen":10000', '"amount_fen":10001')))).status).toBe(401);
    expect((await forged((n) => (n.headers['sandbox-timestamp'] = String(t.clock.now().getTime() - 3_600_000)))).status).toBe(401);
    expect((await gateway().request('/pay/notify/sandbox', { method: 'POST', body: JSON.stringify(facts) })).status).toBe(401);
    expect((await gateway().request('/pay/notify/unknown', { method: 'POST', body: '{}' })).status).toBe(404);
    expect((await get<OrderState>('/api/order', { orderid: placed.orderid })).body.data.status).toBe(1);
    expect((await send(facts)).status).toBe(200);
  });
});

it('never shows or changes the orders and coupons of others', async () => {
  const thief = await makePerson(t, 20_000);
  const id = await makeItem(t, publisher.id);
  const coupon = await giveCoupon(t, buyer.id, 1_000);
  const placed = await order({ id, user_coupon_id: coupon });
  const { orderid } = placed;
  for (const [method, path] of [
    ['GET', '/api/order'],
    ['POST', '/api/order/balance'],
    ['POST', '/api/order/close'],
  ] as const) {
    const answer = await t.call(method, path, {
      token: thief.token,
      ...(method === 'GET' ? { query: { orderid } } : { body: { orderid } }),
    });
    expect([answer.status, answer.body.msg]).toEqual([404, '订单不存在']);
  }
  const other = await makeItem(t, publisher.id);
  expect((await post('/scheme/buy/order', { id: other, user_coupon_id: coupon }, thief)).body.msg).toBe('优惠券不可用或已被使用');
  expect((await post('/admin/order/refund', { orderid, reason: 'x' }, thief)).status).toBe(403);
  expect((await t.call('GET', '/api/order', { query: { orderid } })).status).toBe(401);
  expect((await get<OrderState>('/api/order', { orderid })).body.data.status).toBe(1);
});
