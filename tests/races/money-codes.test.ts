import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { ORDER_CLOSED, ORDER_PAID } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { type DiscountWish, forgetDiscounts, saveDiscount, stopDiscount } from '#server/modules/discounts/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { cancelOrder, expireOrders, payByBalance, refundOrder, salesByCode, settlePayment } from '#server/modules/orders/index.ts';
import { orderItem, quoteItem } from '#server/modules/sales/index.ts';
import { computeTickets, orderTickets } from '#server/modules/salons/index.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import { ownOrder } from '#server/views/own-money.ts';
import { testApp } from '../support/app.ts';
import { giveCoupon, makeItem, makePerson, type Person, payAtProvider } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';

const t = testApp();
let publisher: Person;
let item: number;
beforeAll(async () => {
  publisher = await makePerson(t);
  item = await makeItem(t, publisher.id);
});
afterEach(async () => {
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

let made = 0;
async function makeCode(change: Partial<DiscountWish> = {}): Promise<{ id: number; code: string }> {
  const day = (days: number) => shanghaiDay(new Date(t.clock.now().getTime() + days * 86_400_000));
  const wish = { code: `SPRING${++made}`, percent_off: 20, amount: 0, min_price: 0, most: 0, per_person: 0, off: false };
  return saveDiscount(publisher.ctx, { ...wish, from: day(0), to: day(30), ...change });
}
const order = (buyer: Person, code: string, more: object = {}) =>
  orderItem(buyer.ctx, KINDS.scheme, { id: item, balance: 0, user_coupon_id: 0, code, ...more });
const NOTHING = { use_balance: false, coupon_id: 0 };
const booksOf = async (orderid: string) =>
  (
    await t.app.db.execute<Record<string, number | string>>(
      sql`select price_fen::int, code_fen::int, publisher_fen::int, publisher_back_fen::int from orders where orderid = ${orderid}`,
    )
  ).rows[0];

it('T3 a code is used as often as it may be: 64 at once, 5 win, 59 are told', async () => {
  const { id, code } = await makeCode({ most: 5 });
  const buyers = await Promise.all(Array.from({ length: 64 }, () => makePerson(t)));
  const results = await Promise.allSettled(buyers.map((buyer) => order(buyer, code)));
  const won = results.filter((one) => one.status === 'fulfilled');
  expect(won).toHaveLength(5);
  for (const one of results) if (one.status === 'rejected') expect(one.reason.message).toMatch(/^优惠码(已|刚被)用完/);
  expect((await salesByCode(t.ctx(), [id])).get(id)).toMatchObject({ used_num: 5, sold_num: 0 });
});

it('T3 a person uses it as often as they may, on many works at once', async () => {
  const { code } = await makeCode({ per_person: 1 });
  const buyer = await makePerson(t);
  const items = await Promise.all(Array.from({ length: 8 }, () => makeItem(t, publisher.id)));
  const results = await Promise.allSettled(items.map((id) => order(buyer, code, { id })));
  expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
});

it('T3 it comes out of the share of its publisher alone, and all of it goes back with the order', async () => {
  const { id, code } = await makeCode({ most: 1 });
  const buyer = await makePerson(t, 10_000);
  const before = await balances(t.ctx(), publisher.id);
  const { orderid, price, list_price, saved_by } = await order(buyer, code, { balance: 1 });
  expect({ price, list_price, saved_by }).toEqual({ price: 80, list_price: 100, saved_by: 'code' });
  // the platform has its 20 of 100 as ever
  expect(await booksOf(orderid)).toMatchObject({ price_fen: 8_000, code_fen: 2_000, publisher_fen: 6_000 });
  await payByBalance(buyer.ctx, orderid);
  expect((await balances(t.ctx(), publisher.id)).earning_fen - before.earning_fen).toBe(6_000);
  expect((await salesByCode(t.ctx(), [id])).get(id)).toEqual({ used_num: 1, sold_num: 1, sold_fen: 8_000, off_fen: 2_000 });
  expect(await ownOrder(buyer.ctx, orderid)).toMatchObject({ code, saved_by: 'code', price: 80 });
  await refundOrder(t.ctx(), { orderid, reason: '测试', amount_fen: 4_000 });
  expect(await booksOf(orderid)).toMatchObject({ publisher_back_fen: 3_000 });
  await expect(order(await makePerson(t), code)).rejects.toThrow('优惠码已用完');
  await refundOrder(t.ctx(), { orderid, reason: '测试' });
  expect(await balances(t.ctx(), publisher.id)).toMatchObject({ earning_fen: before.earning_fen });
  expect((await salesByCode(t.ctx(), [id])).size).toBe(0);
  expect(await order(await makePerson(t), code)).toMatchObject({ price: 80 });
});

it('T3 a use comes back when the order is closed or its time is over, and one order is replaced by the next', async () => {
  const { id, code } = await makeCode({ most: 1 });
  const [a, b] = [await makePerson(t), await makePerson(t)];
  const first = await order(a, code);
  const again = await order(a, code);
  expect([again.price, again.orderid === first.orderid]).toEqual([80, false]);
  expect((await order(a, code, { cache: 1 })).orderid).toBe(again.orderid);
  // who names none goes on with it; who wants none gets the usual price
  expect(await quoteItem(a.ctx, null, item, NOTHING)).toMatchObject({ code, price: 80 });
  expect(await quoteItem(a.ctx, null, item, { ...NOTHING, code: '' })).toMatchObject({ code: '', price: 100 });
  await cancelOrder(a.ctx, again.orderid);
  expect(await order(b, code)).toMatchObject({ price: 80 });
  t.clock.advance_ms(3_600_000);
  await expireOrders(t.ctx());
  expect((await salesByCode(t.ctx(), [id])).size).toBe(0);
});

it('T3 what is paid too late is had if the code is there still, and goes back if not', async () => {
  for (const [off, status] of [
    [false, ORDER_PAID],
    [true, ORDER_CLOSED],
  ] as const) {
    const { id, code } = await makeCode({ most: 1 });
    const buyer = await makePerson(t);
    const late = await order(buyer, code);
    const facts = await payAtProvider(t, late);
    await t.app.db.execute(
      sql`update discount_codes set stopped_at = ${off ? new Date().toISOString() : null}::timestamptz where id = ${id}`,
    );
    // the provider is asked about what it has when the order closes
    await cancelOrder(buyer.ctx, late.orderid);
    expect(await settlePayment(t.ctx(), 'sandbox', facts)).toMatchObject({ outcome: 'seen' });
    expect(await ownOrder(buyer.ctx, late.orderid)).toMatchObject({ status });
  }
});

it('T3 the one rule: it is off the price of everybody, without coupon or member price, and never makes it dearer', async () => {
  const { code } = await makeCode();
  const { code: small } = await makeCode({ percent_off: 10 });
  const member = await makePerson(t);
  await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: member.id, vip_type: 1, days: 30, max_download_pre_day: 5 }));
  const usual = await quoteItem(member.ctx, null, item, NOTHING);
  expect(usual).toMatchObject({ is_member_price: 1, list_price: 100 });
  for (const one of [code, small]) {
    const quote = await quoteItem(member.ctx, null, item, { ...NOTHING, code: one });
    if (quote.code === '') expect(quote).toMatchObject({ price: usual.price, code_refusal: '您现在的价格已不高于优惠码的价格，不必使用' });
    else expect(quote).toMatchObject({ is_member_price: 0, price: expect.closeTo(one === code ? 80 : 90) });
    expect(quote.price).toBeLessThanOrEqual(usual.price);
  }
  const buyer = await makePerson(t);
  const coupon = await giveCoupon(t, buyer.id, 1_000);
  expect(await quoteItem(buyer.ctx, null, item, { ...NOTHING, code })).toMatchObject({
    coupons: [],
    price: 80,
    price_for_members: usual.price,
  });
  await expect(order(buyer, code, { user_coupon_id: coupon })).rejects.toThrow('优惠券不可用');
});

it('T3 nobody sells the work of somebody else for less; what staff stopped is not used, and leaves with its owner', async () => {
  const other = await makePerson(t);
  const theirs = await makeItem(t, other.id);
  await expect(makeCode({ item_id: theirs })).rejects.toThrow('只能为自己');
  const { id, code } = await makeCode({ item_id: item });
  const buyer = await makePerson(t);
  await expect(orderItem(buyer.ctx, KINDS.scheme, { id: theirs, balance: 0, user_coupon_id: 0, code })).rejects.toThrow('优惠码不正确');
  const staff = await makeUser(t, { roles: ['reviewer'] });
  await inTransaction(t.ctx(staff.actor), (tx) => stopDiscount(tx, id, '原价虚高', true));
  await expect(order(buyer, code)).rejects.toThrow('优惠码已停用');
  expect(await quoteItem(buyer.ctx, null, item, { ...NOTHING, code })).toMatchObject({
    code: '',
    price: 100,
    code_refusal: '优惠码已停用',
  });
  await inTransaction(t.ctx(staff.actor), (tx) => stopDiscount(tx, id, '已更正', false));
  const placed = await order(buyer, code);
  await inTransaction(t.ctx(), (tx) => forgetDiscounts(tx, publisher.id));
  expect(await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, placed))).toMatchObject({ outcome: 'settled' });
  await expect(order(await makePerson(t), code)).rejects.toThrow('优惠码不正确');
});

it('T3 tickets are sold for less too, and each goes back for what was paid for it', async () => {
  const { code } = await makeCode({ percent_off: 0, amount: 5_000 });
  const salon = await makeSalon(t, { owner_id: publisher.id, kinds: [kindForm(), kindForm({ key: 'k2', name: '学生票', price: '60' })] });
  const [dear, cheap] = salon.kinds.map(({ id }) => id) as [number, number];
  const lines = [dear, cheap].map((kind_id) => ({ kind_id, count: 1 }));
  const buyer = await makePerson(t, 50_000);
  const wish = { id: salon.id, lines, balance: true, user_coupon_id: 0, code };
  expect(await computeTickets(buyer.ctx, wish)).toMatchObject({ code, list_price: 160, price: 110 });
  const holders = [...seats(dear), ...seats(cheap)];
  const { orderid } = await orderTickets(buyer.ctx, { ...wish, holders, cache: false });
  await payByBalance(buyer.ctx, orderid);
  const { rows } = await t.app.db.execute<{ id: number; paid_fen: number }>(
    sql`select id::int, paid_fen::int from salon_tickets where orderid = ${orderid} order by kind_id`,
  );
  expect(rows.reduce((sum, { paid_fen }) => sum + paid_fen, 0)).toBe(11_000);
  const { body } = await t.call<{ refund: number }>('PUT', '/salon/ticket/refund', { token: buyer.token, body: { id: rows[0]?.id } });
  expect(body.data.refund).toBe((rows[0]?.paid_fen ?? 0) / 100);
});
