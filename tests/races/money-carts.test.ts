import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { CART_MAX } from '#contract/cart.ts';
import type { Order } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { grantAccess, heldItems } from '#server/modules/access/index.ts';
import { saveSeries, setItemStatus } from '#server/modules/catalog/index.ts';
import {
  booksOf,
  cancelOrder,
  expireOrders,
  orderState,
  payByBalance,
  reconcilePayments,
  refundOrder,
  runRefunds,
  settlePayment,
  takeClaim,
} from '#server/modules/orders/index.ts';
import { addToCart, orderCart, ownBundle, ownCart } from '#server/modules/sales/index.ts';
import { balances, houseBalances, proveLedger } from '#server/modules/wallet/index.ts';
import type { ClaimFacts } from '#server/providers/payment/port.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person, payAtProvider, paymentNoOf, place, sandbox } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { expectBooksTwice } from '../support/shown-money.ts';

const t = testApp();
let publisher: Person;
let staff: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
  const { id, token, actor } = await makeUser(t, { roles: ['finance'] });
  staff = { id, token, ctx: t.ctx(actor) };
});
afterEach(async () => {
  await runRefunds(t.ctx());
  expect((await proveLedger(t.ctx())).faults).toEqual([]);
  expect((await houseBalances(t.ctx())).get('refund_due') ?? 0).toBe(0);
  await expectBooksTwice(t);
});

const many = <T>(n: number, work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, index) => work(index)));
const rows = async (text: ReturnType<typeof sql>) => (await t.app.db.execute<Record<string, unknown>>(text)).rows;
const makeItems = async (n: number) => {
  const ids: number[] = [];
  for (let at = 1; at <= n; at++) ids.push(await makeItem(t, publisher.id, { price_fen: 1_000 * at + 1 }));
  return ids;
};
const order = (
  buyer: Person,
  ids: number[],
  more: { balance?: boolean; cache?: boolean; series?: number; idempotency_key?: string } = {},
) => orderCart(buyer.ctx, { ids, balance: false, cache: false, ...more });
const ofBuyer = (buyer: Person) =>
  rows(sql`select o.orderid, o.subject_id::int as item, o.status, o.close_reason as why, o.pay_fen::int as pay, o.balance_fen::int as balance, p.status as payment
    from orders o left join payments p on p.order_id = o.id where o.buyer_id = ${buyer.id} order by o.id`);
const refundsOf = (payment_no: string) =>
  rows(sql`select r.amount_fen::int as amount from sandbox_refunds r join sandbox_payments p on p.id = r.sandbox_payment_id
    where p.payment_no = ${payment_no} order by r.amount_fen`);
const pay = async (placed: Order) => {
  const facts = await payAtProvider(t, placed);
  return { facts, outcome: await settlePayment(t.ctx(), 'sandbox', facts) };
};

it('T4 pays five works by one payment: 64 notices at once settle all of them once, and the provider is asked once', async () => {
  const buyer = await makePerson(t);
  const ids = await makeItems(5);
  const earned = (await balances(t.ctx(), publisher.id)).earning_fen;
  const placed = await order(buyer, ids, { idempotency_key: 'one-key-of-a-cart' });
  expect(await order(buyer, ids, { idempotency_key: 'one-key-of-a-cart' })).toMatchObject({ orderid: placed.orderid });
  expect(await order(buyer, ids, { cache: true })).toMatchObject({ orderid: placed.orderid, pay_price: 150.05 });
  const facts = await payAtProvider(t, placed);
  expect(facts.amount_fen).toBe(15_005);
  expect(await settlePayment(t.ctx(), 'sandbox', { ...facts, amount_fen: 15_004 })).toMatchObject({
    outcome: 'refused',
    reason: 'amount_fen',
  });
  await many(64, () => settlePayment(t.ctx(), 'sandbox', facts));
  const paid = await ofBuyer(buyer);
  expect(paid.map(({ status, payment }) => [status, payment])).toEqual(ids.map(() => [2, 'paid']));
  expect(await heldItems(t.ctx(), buyer.id, ids)).toEqual(new Set(ids));
  expect((await balances(t.ctx(), publisher.id)).earning_fen - earned).toBe(12_005);
  expect(
    await rows(sql`select 1 from ledger_transfers where reason = 'sale' and reference in ${paid.map(({ orderid }) => orderid)}`),
  ).toHaveLength(5);
  const { payments } = await booksOf(t.ctx(), { payment_nos: [facts.payment_no], refund_nos: [] });
  expect(payments).toMatchObject([{ payment_no: facts.payment_no, amount_fen: 15_005, arrived: true }]);
});

it('T4 keeps one open cart: 64 of them placed at once, with the balance, leave one whose parts are held once', async () => {
  const buyer = await makePerson(t, 3_000);
  const ids = await makeItems(3);
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, (_, n) => order(buyer, n % 3 === 0 ? ids.slice(1) : ids, { balance: n % 2 === 0 })),
  );
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  const open = (await ofBuyer(buyer)).filter(({ status }) => status === 1);
  expect([2, 3]).toContain(open.length);
  const held_fen = open.reduce((sum, { balance }) => sum + Number(balance), 0);
  expect(await balances(t.ctx(), buyer.id)).toMatchObject({ held_fen, balance_fen: 3_000 - held_fen });
  expect(open.every(({ pay }) => Number(pay) > 0)).toBe(true);
});

it('T4 the balance pays all of a cart or none of it, 64 presses at once', async () => {
  const buyer = await makePerson(t, 6_003);
  const ids = await makeItems(3);
  const placed = await order(buyer, ids, { balance: true });
  expect(placed).toMatchObject({ pay_price: 0, deduction_price: 60.03, pay_qrcode: '' });
  await inTransaction(t.ctx(), (tx) =>
    grantAccess(tx, { user_id: buyer.id, item_id: ids[1] as number, source: 'purchase', source_id: null }),
  );
  await expect(payByBalance(buyer.ctx, placed.orderid)).rejects.toThrow('其中有作品您已拥有');
  expect((await ofBuyer(buyer)).map(({ status }) => status)).toEqual([1, 1, 1]);
  await expect(order(buyer, ids, { balance: true })).rejects.toThrow('「年会方案」您已拥有该方案');
  const two = [ids[0] as number, ids[2] as number];
  const again = await order(buyer, two, { balance: true });
  await many(64, () => payByBalance(buyer.ctx, again.orderid));
  expect((await ofBuyer(buyer)).map(({ status }) => status)).toEqual([3, 3, 3, 2, 2]);
  expect(await balances(t.ctx(), buyer.id)).toMatchObject({ balance_fen: 2_001, held_fen: 0 });
});

it('T4 a work that the buyer got meanwhile goes back by its part, the others settle with it', async () => {
  const buyer = await makePerson(t);
  const ids = await makeItems(3);
  const placed = await order(buyer, ids);
  await inTransaction(t.ctx(), (tx) =>
    grantAccess(tx, { user_id: buyer.id, item_id: ids[1] as number, source: 'purchase', source_id: null }),
  );
  const { facts, outcome } = await pay(placed);
  expect(outcome).toMatchObject({ outcome: 'settled' });
  expect((await ofBuyer(buyer)).map(({ status, why, payment }) => [status, why, payment])).toEqual([
    [2, '', 'paid'],
    [3, 'superseded', 'refunding'],
    [2, '', 'paid'],
  ]);
  expect(await runRefunds(t.ctx())).toBe(1);
  expect(await refundsOf(facts.payment_no)).toEqual([{ amount: 2_001 }]);
});

it('T4 closes together, by the buyer, by another order and by time; paid late it is fulfilled while it is wanted', async () => {
  const buyer = await makePerson(t);
  const ids = await makeItems(3);
  const first = await order(buyer, ids);
  await cancelOrder(buyer.ctx, first.orderid);
  const second = await order(buyer, ids);
  const single = await place(buyer, ids[0] as number, { cache: 1 });
  expect((await ofBuyer(buyer)).map(({ status }) => status)).toEqual([3, 3, 3, 3, 3, 3, 1]);
  expect(single.pay_price).toBe(10.01);
  const third = await order(buyer, ids);
  // its money arrived while it was open
  const late = await payAtProvider(t, third);
  t.clock.advance_ms(16 * 60_000);
  await expireOrders(t.ctx());
  expect(await orderState(buyer.ctx, third.orderid)).toMatchObject({ status: 2 });
  expect(await settlePayment(t.ctx(), 'sandbox', late)).toMatchObject({ outcome: 'seen' });
  // an older code, paid as well: each part goes back
  await t.app.db.execute(
    sql`update sandbox_payments set status = 'waiting', expires_at = ${t.clock.now().toISOString()}::timestamptz + interval '1 hour' where payment_no = ${paymentNoOf(second)}`,
  );
  const { facts } = await pay(second);
  expect(await runRefunds(t.ctx())).toBe(3);
  expect(await refundsOf(facts.payment_no)).toEqual([{ amount: 1_001 }, { amount: 2_001 }, { amount: 3_001 }]);
});

it('T4 a lost notice is found by asking, once for a cart, and a part refund is one of the whole payment', async () => {
  const buyer = await makePerson(t);
  const ids = await makeItems(3);
  const placed = await order(buyer, ids);
  const facts = await payAtProvider(t, placed);
  t.clock.advance_ms(60_000);
  expect((await reconcilePayments(t.ctx())).outcomes).toEqual({ settled: 1 });
  const second = (await ofBuyer(buyer))[1]?.['orderid'] as string;
  await many(8, () => refundOrder(staff.ctx, { orderid: second, reason: '协商退款' }).catch(() => null));
  await runRefunds(t.ctx());
  expect((await ofBuyer(buyer)).map(({ status, payment }) => [status, payment])).toEqual([
    [2, 'paid'],
    [3, 'refunded'],
    [2, 'paid'],
  ]);
  expect(await refundsOf(facts.payment_no)).toEqual([{ amount: 2_001 }]);
});

it('T4 a claim of the whole payment is one of each order by what it paid; lost, all of them end', async () => {
  const buyer = await makePerson(t);
  const placed = await order(buyer, await makeItems(3));
  const { facts } = await pay(placed);
  const claim = (status: ClaimFacts['status']) =>
    sandbox(t).claim(facts.payment_no, { kind: 'chargeback', status, words: '' }, t.clock.now()) as Promise<ClaimFacts>;
  const [open, lost] = [await claim('open'), await claim('lost')];
  await many(64, () => takeClaim(t.ctx(), open));
  const claims = () =>
    rows(
      sql`select c.amount_fen::int as amount, c.status from payment_claims c join orders o on o.id = c.order_id where o.buyer_id = ${buyer.id} order by c.id`,
    );
  expect((await claims()).map(({ amount }) => amount)).toEqual([1_001, 2_001, 3_001]);
  await many(64, () => takeClaim(t.ctx(), lost));
  expect((await claims()).map(({ status }) => status)).toEqual(['lost', 'lost', 'lost']);
  expect((await ofBuyer(buyer)).map(({ status, payment }) => [status, payment])).toEqual(Array.from({ length: 3 }, () => [3, 'refunded']));
  expect(await refundsOf(facts.payment_no)).toEqual([]);
});

it('T4 holds twenty works however many come at once, and names what cannot be bought', async () => {
  const buyer = await makePerson(t);
  const ids = await makeItems(64);
  const results = await Promise.allSettled(ids.map((id) => addToCart(buyer.ctx, id)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(CART_MAX);
  const { list } = await ownCart(buyer.ctx);
  const [gone, had] = [list[0]?.id as number, list[1]?.id as number];
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, gone, ['published'], 'taken_down'));
  await inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: buyer.id, item_id: had, source: 'purchase', source_id: null }));
  const cart = await ownCart(buyer.ctx);
  expect(cart.list.filter(({ refusal }) => refusal !== '').map(({ id, refusal }) => [id, refusal])).toEqual([
    [gone, '已下架，不能购买'],
    [had, '您已拥有该方案，可直接下载'],
  ]);
  await expect(
    order(
      buyer,
      list.map(({ id }) => id),
    ),
  ).rejects.toThrow('「年会方案」已下架，不能购买');
  await expect(addToCart(publisher.ctx, ids[3] as number)).rejects.toThrow('这是您发布的方案');
});

it('T2 sells a series at its price, and to who has some what is missing by its share; 64 presses at once buy it once', async () => {
  const ids = await makeItems(3);
  const series = { title: '三部曲', introduction: '', item_ids: ids, price_fen: 3_000 };
  const { id } = await saveSeries(publisher.ctx, series);
  await expect(saveSeries(publisher.ctx, { ...series, id, price_fen: 6_003 })).rejects.toThrow('整套价格应低于单独购买的合计');
  const [whole, some] = [await makePerson(t), await makePerson(t)];
  await expect(order(whole, ids.slice(1), { series: id })).rejects.toThrow('套装刚有变化');
  await Promise.allSettled(Array.from({ length: 64 }, () => order(whole, ids, { series: id })));
  const placed = await order(whole, ids, { series: id, cache: true });
  expect(placed).toMatchObject({ pay_price: 30, list_price: 60.03, saved_by: 'series' });
  const { facts } = await pay(placed);
  await many(64, () => settlePayment(t.ctx(), 'sandbox', facts));
  expect((await ofBuyer(whole)).filter(({ status }) => status === 2).map(({ item, pay }) => [item, pay])).toEqual([
    [ids[0], 500],
    [ids[1], 1_000],
    [ids[2], 1_500],
  ]);
  await expect(ownBundle(whole.ctx, id)).resolves.toMatchObject({ price: 0 });
  await pay(await place(some, ids[0] as number));
  const missing = await ownBundle(some.ctx, id);
  expect(missing.list.map(({ price, refusal }) => [price, refusal])).toEqual([
    [10.01, '您已拥有该方案，可直接下载'],
    [10, ''],
    [15, ''],
  ]);
  expect(await order(some, ids.slice(1), { series: id })).toMatchObject({ pay_price: 25 });
  // a part that is given back is worth its share
  const third = (await ofBuyer(whole)).find(({ item, status }) => item === ids[2] && status === 2)?.['orderid'] as string;
  await refundOrder(staff.ctx, { orderid: third, reason: '协商退款' });
  await runRefunds(t.ctx());
  expect(await refundsOf(facts.payment_no)).toEqual([{ amount: 1_500 }]);
});

it('T2 a part that was taken down is named and not paid; a series that is sold no more is not sold', async () => {
  const ids = await makeItems(3);
  const { id } = await saveSeries(publisher.ctx, { title: '三部曲', introduction: '', item_ids: ids, price_fen: 3_000 });
  const buyer = await makePerson(t);
  const open = await order(buyer, ids, { series: id });
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, ids[1] as number, ['published'], 'taken_down'));
  expect((await ownBundle(buyer.ctx, id)).list[1]).toMatchObject({ refusal: '已下架，不能购买' });
  await expect(order(buyer, ids, { series: id })).rejects.toThrow('套装刚有变化');
  // what was ordered before can be paid as it was
  expect(await pay(open)).toMatchObject({ outcome: { outcome: 'settled' } });
  expect((await ofBuyer(buyer)).map(({ status }) => status)).toEqual([2, 2, 2]);
  await saveSeries(publisher.ctx, { id, title: '三部曲', introduction: '', item_ids: ids });
  await expect(ownBundle(await makePerson(t).then(({ ctx }) => ctx), id)).rejects.toThrow('不再整套出售');
});
