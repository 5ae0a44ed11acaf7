import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import type { Order } from '#contract/order.ts';
import { type Ctx, createCtx } from '#server/app/ctx.ts';
import { AppError, conflict, notFound } from '#server/kernel/errors.ts';
import { kindStore, registerKind } from '#server/modules/catalog/index.ts';
import {
  cancelOrder,
  countSales,
  expireOrders,
  listOrders,
  type OrderRecord,
  type OrderSubject,
  orderState,
  placeOrder,
  quoteOrder,
  refundOrder,
  registerSubject,
  runRefunds,
  settlePayment,
} from '#server/modules/orders/index.ts';
import { listItemOrders, orderItem, quoteItem } from '#server/modules/sales/index.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { giveCoupon, makeItem, makePerson, type Person, payAtProvider } from '../support/market.ts';

/** Any number that no kind uses. */
const COUPON_TYPE = 77;
const PRICE_FEN = 5_000;

/** Seats of a tour, remembered by this test alone: nothing of the product knows of them. */
const tour = {
  seats: 2,
  held: new Set<number>(),
  sold: new Map<number, number>(),
  counted: 0,
  /** Of each fulfilment: in whose request, of how many orders. */
  fulfilled: [] as Array<{ request_id: string; orders: number }>,
  broken: new Set<number>(),
};
const taken = () => tour.held.size + tour.sold.size;

const seats: OrderSubject = {
  name: 'test_seat',
  async quote(_ctx, buyer_id, subject_id) {
    if (subject_id !== 7) return { refusal: notFound(), price_fen: null };
    if ([...tour.sold.values()].includes(buyer_id)) return { refusal: conflict('您已有座位', { owned: true }), price_fen: null };
    const snapshot = { title: '古城一日游', cover_src: '', kind: 0, format: '', terms: { hours: 8 } };
    return { offer: { list_price_fen: PRICE_FEN, price_fen: PRICE_FEN, snapshot, publisher: null } };
  },
  couponType: () => COUPON_TYPE,
  texts: () => ({ noun: '座位', owned: '您已有座位', sold_out: '座位已售完' }),
  async hold(_tx, order) {
    if (taken() >= tour.seats) return false;
    tour.held.add(order.id);
    return true;
  },
  async release(_tx, order) {
    tour.held.delete(order.id);
  },
  async fulfil(tx, orders) {
    if (orders.some(({ id }) => tour.broken.has(id))) throw new AppError('座位系统故障');
    tour.fulfilled.push({ request_id: tx.request_id, orders: orders.length });
    return orders.map((order) => seat(order));
  },
  isWanted: async () => taken() < tour.seats,
  async revoke(_tx, order) {
    tour.sold.delete(order.id);
  },
  async count(_tx, sold) {
    for (const num of sold.values()) tour.counted += num;
  },
  ways: ['paid'],
  usedBy: async () => ['paid'],
  part: { text: '买家保留座位' },
  usable: async (_ctx, user_id, ids) => new Set([...tour.sold.values()].includes(user_id) ? ids : []),
};

function seat({ id, buyer_id, snapshot }: OrderRecord): boolean {
  expect(snapshot.terms).toEqual({ hours: 8 });
  tour.held.delete(id);
  tour.sold.set(id, buyer_id);
  return true;
}

const t = testApp();
let buyer: Person;
let unregister: () => void;
beforeAll(async () => {
  unregister = registerSubject(seats);
});
afterAll(async () => {
  unregister?.();
});
beforeEach(async () => {
  Object.assign(tour, { seats: 2, counted: 0, fulfilled: [], held: new Set(), sold: new Map(), broken: new Set() });
  buyer = await makePerson(t);
});
afterEach(async () => {
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

const place = (who: Person, choice: { use_balance?: boolean; coupon_id?: number; key?: string } = {}): Promise<Order> =>
  placeOrder(who.ctx, seats, {
    subject_id: 7,
    use_balance: choice.use_balance ?? false,
    coupon_id: choice.coupon_id ?? 0,
    ...(choice.key ? { idempotency_key: choice.key } : {}),
  });
const payByQr = (order: Order) => t.call<{ notified: number[] }>('POST', '/sandbox/pay', { body: { orderid: order.orderid } });
const statusOf = async (who: Person, { orderid }: Order) => (await orderState(who.ctx, orderid)).status;
const listed = (who: Person) => listOrders(who.ctx, seats, { status: null, page: 1, limit: 10 });

describe('TR-1 a subject that was registered a moment ago', () => {
  it('is quoted, placed, paid by QR, fulfilled, counted and refunded', async () => {
    const quote = await quoteOrder(buyer.ctx, seats, 7, { use_balance: false, coupon_id: 0 });
    expect(quote).toMatchObject({ amounts: { price_fen: PRICE_FEN, pay_fen: PRICE_FEN }, offer: { snapshot: { title: '古城一日游' } } });
    const order = await place(buyer);
    expect(order).toMatchObject({ subject: 'test_seat', subject_id: 7, status: 1, pay_price: 50, list_price: 50 });
    expect(taken()).toBe(1);
    expect((await payByQr(order)).body.data.notified).toEqual([200]);
    expect(await statusOf(buyer, order)).toBe(2);
    expect([tour.held.size, [...tour.sold.values()]]).toEqual([0, [buyer.id]]);
    expect(await listed(buyer)).toMatchObject({
      total: 1,
      list: [{ title: '古城一日游', can_download: true, kind: 0 }],
      counts: { paid: 1 },
    });
    await expect(place(buyer)).rejects.toMatchObject({ status: 409, data: { owned: true } });
    const events = sql`select payload from outbox where topic = 'order.paid' and payload->>'subject' = 'test_seat'`;
    expect((await t.app.db.execute(events)).rows).toEqual([
      { payload: { order_id: expect.any(Number), subject: 'test_seat', subject_id: 7, buyer_id: buyer.id } },
    ]);

    await countSales(t.ctx());
    expect(tour.counted).toBe(1);
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
    expect(await runRefunds(t.ctx())).toBe(1);
    expect([await statusOf(buyer, order), tour.sold.size, tour.counted]).toEqual([3, 0, 0]);
    expect((await listed(buyer)).list[0]).toMatchObject({ can_download: false, msg: '订单已退款' });
  });

  it('is paid by balance and coupon of its own type', async () => {
    const coupon = await giveCoupon(t, buyer.id, 2_000, 0, COUPON_TYPE, seats.name);
    const foreign = await giveCoupon(t, buyer.id, 2_000);
    await expect(place(buyer, { coupon_id: foreign })).rejects.toMatchObject({ message: '优惠券不可用或已被使用' });
    expect(taken()).toBe(0);
    const order = await place(buyer, { coupon_id: coupon });
    expect(order).toMatchObject({ coupon_price: 20, pay_price: 30 });
    await payByQr(order);
    expect(await statusOf(buyer, order)).toBe(2);
  });

  it('gives back what it held when the order is cancelled, or its time is up, and says when nothing is left', async () => {
    tour.seats = 1;
    const order = await place(buyer);
    const second = await makePerson(t, 10_000);
    await expect(place(second)).rejects.toMatchObject({ status: 409, message: '座位已售完' });
    expect(await listed(second)).toMatchObject({ total: 0 });
    await cancelOrder(buyer.ctx, order.orderid);
    const covered = await place(second, { use_balance: true });
    expect(covered).toMatchObject({ status: 1, pay_price: 0, deduction_price: 50 });
    t.clock.advance_ms(16 * 60_000);
    expect(await expireOrders(t.ctx())).toBe(1);
    expect([await statusOf(second, covered), taken()]).toEqual([3, 0]);
    expect(await balances(t.ctx(), second.id)).toMatchObject({ balance_fen: 10_000, held_fen: 0 });
  });

  it('fulfils a late payment while something is left, and pays it back otherwise', async () => {
    const orders = [await place(buyer), await place(await makePerson(t))];
    const facts = await Promise.all(orders.map((order) => payAtProvider(t, order)));
    // nobody is told: the orders are closed here, and the provider has the money
    await t.app.db.execute(sql`update sandbox_payments set status = 'waiting'`);
    t.clock.advance_ms(16 * 60_000);
    await expireOrders(t.ctx());
    tour.seats = 1;
    await t.app.db.execute(sql`update sandbox_payments set status = 'paid'`);
    const outcomes = [];
    for (const one of facts) outcomes.push((await settlePayment(t.ctx(), 'sandbox', one)).outcome);
    expect(outcomes).toEqual(['settled', 'refunding']);
    expect(await runRefunds(t.ctx())).toBe(1);
    expect([tour.sold.size, tour.held.size]).toEqual([1, 0]);
  });

  it('finds the order of a key again, whatever became of it, and refuses the key for anything else', async () => {
    const order = await place(buyer, { key: 'dialog-0001' });
    await payByQr(order);
    expect(await place(buyer, { key: 'dialog-0001' })).toMatchObject({ orderid: order.orderid, status: 2 });
    const item = await makeItem(t, (await makePerson(t)).id);
    const other = orderItem(buyer.ctx, KINDS.scheme, { id: item, balance: 0, user_coupon_id: 0, idempotency_key: 'dialog-0001' });
    await expect(other).rejects.toMatchObject({ status: 409, message: '该请求编号已用于其他订单' });
  });

  it('is fulfilled in its own request when it is told alone, and in nobody else’s when many are told together', async () => {
    tour.seats = 9;
    const people = await Promise.all(Array.from({ length: 6 }, () => makePerson(t)));
    const orders = await Promise.all(people.map((who) => place(who)));
    const facts = await Promise.all(orders.map((order) => payAtProvider(t, order)));
    const inRequest = (name: string): Ctx => createCtx(t.app, { kind: 'callback', provider: 'sandbox' }, name);
    expect(await settlePayment(inRequest('alone'), 'sandbox', facts[0] as (typeof facts)[0])).toMatchObject({ outcome: 'settled' });
    expect(tour.fulfilled).toEqual([{ request_id: 'alone', orders: 1 }]);

    // payments share a batch by their last digit, even or odd
    const [rest = []] = [...Map.groupBy(facts.slice(1), ({ payment_no }) => Number(payment_no.at(-1)) % 2).values()]
      .filter((alike) => alike.length >= 3)
      .map((alike) => alike.slice(0, 3));
    const told = await Promise.all(rest.map((one, n) => settlePayment(inRequest(`told-${n}`), 'sandbox', one)));
    expect(told.map(({ outcome }) => outcome)).toEqual(['settled', 'settled', 'settled']);
    expect(tour.fulfilled[1]).toEqual({ request_id: 'told-0,told-1,told-2', orders: 3 });
  });

  it('hurts nobody beside it when it cannot be fulfilled: the others are settled in their own requests', async () => {
    tour.seats = 9;
    const people = await Promise.all(Array.from({ length: 3 }, () => makePerson(t)));
    const orders = await Promise.all(people.map((who) => place(who)));
    const facts = await Promise.all(orders.map((order) => payAtProvider(t, order)));
    tour.broken.add([...tour.held][1] as number);
    const results = await Promise.allSettled(
      facts.map((one, n) => settlePayment(createCtx(t.app, { kind: 'callback', provider: 'sandbox' }, `told-${n}`), 'sandbox', one)),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const told_in_vain = `told-${results.findIndex(({ status }) => status === 'rejected')}`;
    expect(tour.fulfilled.reduce((sum, { orders: n }) => sum + n, 0)).toBe(2);
    for (const { request_id, orders: n } of tour.fulfilled) {
      expect(request_id.split(',')).toHaveLength(n);
      expect(request_id).not.toContain(told_in_vain);
    }
    // mended, and told again
    tour.broken.clear();
    for (const one of facts) await settlePayment(t.ctx(), 'sandbox', one);
    expect(tour.sold.size).toBe(3);
  });
});

describe('items of a kind that was registered a moment ago', () => {
  const kind: KindFacts = {
    ...KINDS.scheme,
    code: 901,
    key: 'test_song',
    noun: '歌曲',
    types: {},
    sale: {
      ...{ divide_type: 91, coupon_type: 91, vip_type: 91, vip_text: 'song', member_discount: 9 },
      vip: { name: '歌曲会员', success: 91, section: 'song' },
    },
  };
  let forget: () => void;
  beforeAll(() => {
    forget = registerKind(kindStore({ facts: kind }));
  });
  afterAll(() => forget?.());

  it('are quoted, ordered, paid and listed apart from others, in their own words and with their own coupons', async () => {
    const publisher = await makePerson(t);
    const [song, scheme] = [await makeItem(t, publisher.id, { kind }), await makeItem(t, publisher.id)];
    const coupon = await giveCoupon(t, buyer.id, 1_000, 0, 91);
    const quote = await quoteItem(buyer.ctx, null, song, { use_balance: false, coupon_id: coupon });
    expect(quote).toMatchObject({
      item: { kind: 'test_song', noun: '歌曲' },
      price_for_members: 90,
      pay_price: 90,
      coupons: [{ id: coupon }],
    });
    const input = { balance: 0, user_coupon_id: coupon } as const;
    await expect(orderItem(buyer.ctx, KINDS.scheme, { id: song, ...input })).rejects.toMatchObject({ status: 404 });
    await expect(orderItem(buyer.ctx, kind, { id: scheme, ...input })).rejects.toMatchObject({ status: 404 });
    await payByQr(await orderItem(buyer.ctx, kind, { id: song, ...input }));
    await expect(orderItem(buyer.ctx, kind, { id: song, ...input })).rejects.toMatchObject({ message: '您已拥有该歌曲，可直接下载' });
    const titles = async (of: KindFacts | null) => (await listItemOrders(buyer.ctx, of, { status: null, page: 1, limit: 10 })).list.length;
    expect([await titles(kind), await titles(KINDS.scheme), await titles(null)]).toEqual([1, 0, 1]);
  });
});
