import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#contract/order.ts';
import { type OwnTicketList, SALON_CALLS } from '#contract/salon.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import {
  cancelOrder,
  expireOrders,
  orderState,
  payByBalance,
  refundOrder,
  runRefunds,
  settlePayment,
} from '#server/modules/orders/index.ts';
import { applyForm } from '#server/modules/salons/apply-form.ts';
import {
  actOnSalon,
  boughtTickets,
  computeTickets,
  countSeats,
  endSalons,
  joinWaiting,
  leaveWaiting,
  orderTickets,
  ownSalon,
  ownTickets,
  placeOffers,
  priceList,
  publicSalon,
  refundByStaff,
  refundCancelled,
  refundTicket,
  remindOfSalons,
  setSale,
  shownTicket,
  ticketCalendar,
  ticketPdf,
} from '#server/modules/salons/index.ts';
import { lockSalonRow, type SalonRow } from '#server/modules/salons/repo.ts';
import { salon_tickets } from '#server/modules/salons/tables.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { kindForm, makeSalon, salonForm, seats } from '../support/salons.ts';

const HOUR_MS = 3_600_000;
const t = testApp();
let owner: Person;
let buyer: Person;
beforeAll(async () => {
  owner = await makePerson(t);
});
beforeEach(async () => {
  buyer = await makePerson(t);
});
afterEach(async () => {
  expect(await countSeats(t.ctx())).toEqual([]);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

const want = (
  who: Person,
  id: number,
  kind_id: number,
  count = 1,
  more: Partial<Parameters<typeof orderTickets>[1]> = {},
): Promise<Order> =>
  orderTickets(who.ctx, {
    ...{ id, lines: [{ kind_id, count }], holders: seats(kind_id, count), balance: false, user_coupon_id: 0, cache: false },
    ...more,
  });
const pay = async (order: Order) => (await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order))).outcome;
const tickets = async (who: Person) => (await ownTickets(who.ctx, { page: 1, limit: 50 })).list;
const seatsOf = async (id: number) => (await publicSalon(t.ctx(), id))?.kinds.map(({ left }) => left);
const untilStart = async (id: number, hours: number) => {
  const starts_ms = ((await publicSalon(t.ctx(), id))?.starts_at ?? 0) * 1000;
  t.clock.advance_ms(starts_ms - hours * HOUR_MS - t.clock.now().getTime());
};

describe('M-900 buying', () => {
  it('M-901 holds seats with the order, makes a ticket a seat with the payment and shares what was really paid', async () => {
    const { id, kinds } = await makeSalon(t, {
      owner_id: owner.id,
      kinds: [kindForm(), kindForm({ key: 'k2', name: '双人桌', price: '33.33' })],
    });
    const [a, b] = kinds.map((kind) => kind.id) as [number, number];
    const order = await orderTickets(buyer.ctx, {
      ...{ id, balance: false, user_coupon_id: 0, cache: false },
      lines: [
        { kind_id: a, count: 1 },
        { kind_id: b, count: 2 },
      ],
      holders: [...seats(a), ...seats(b, 2)],
    });
    expect(order).toMatchObject({ pay_price: 166.66, status: 1 });
    expect([await seatsOf(id), await tickets(buyer)]).toEqual([[4, 3], []]);
    expect(await pay(order)).toBe('settled');
    const list = await tickets(buyer);
    expect(list.map(({ paid, seq, state }) => [paid, seq, state]).toSorted()).toEqual([
      [100, 1, 'valid'],
      [33.33, 2, 'valid'],
      [33.33, 3, 'valid'],
    ]);
    expect(await boughtTickets(buyer.ctx, order.orderid)).toMatchObject({ status: 2, salon: { id } });
    await expect(boughtTickets(owner.ctx, order.orderid)).rejects.toMatchObject({ status: 404 });
    expect((await balances(t.ctx(), owner.id)).earning_fen).toBe(14_999);
  });

  it('asks for every seat what its kind asks', async () => {
    const questions = [{ key: 'q1', label: '所在公司', required: true, options: [] }];
    const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ questions })] });
    const kind_id = kinds[0]?.id as number;
    const wrong = want(buyer, id, kind_id, 1, { holders: [{ kind_id, name: '', phone: '12', answers: {} }] });
    await expect(wrong).rejects.toMatchObject({
      fields: { 'holders.0.name': '请填写姓名', 'holders.0.phone': expect.any(String), 'holders.0.q1': '请回答“所在公司”' },
    });
    await expect(want(buyer, id, kind_id, 2, { holders: seats(kind_id) })).rejects.toMatchObject({ code: 1 });
    await want(buyer, id, kind_id, 1, { holders: [{ kind_id, name: '王可', phone: '13800000000', answers: { q1: '海纳公关' } }] });
  });

  it('M13 quotes the early and the member price, whichever is lower, says which, and lets nobody name a price', async () => {
    const early_until = salonForm(t, { in_hours: 48 }).date;
    const { id, kinds } = await makeSalon(t, {
      owner_id: owner.id,
      kinds: [kindForm({ early_price: '80', early_until, member_price: '60' })],
    });
    const kind_id = kinds[0]?.id as number;
    const quote = (who: Person) => computeTickets(who.ctx, { id, lines: [{ kind_id, count: 2 }], balance: false, user_coupon_id: 0 });
    expect(await quote(buyer)).toMatchObject({ list_price: 200, price: 160, pay_price: 160, lines: [{ unit_price: 80, why: '早鸟价' }] });
    const member = await makePerson(t);
    const term = { user_id: member.id, vip_type: 6, days: 365, max_download_pre_day: 0, source: { name: 'test', id: 1 } };
    await inTransaction(t.ctx(), (tx) => extendMembership(tx, term));
    expect(await quote(member)).toMatchObject({ price: 120, lines: [{ unit_price: 60, why: '会员价' }] });
    expect([await want(buyer, id, kind_id), await want(member, id, kind_id)].map((one) => one.saved_by)).toEqual(['early', 'member']);
    t.clock.advance_ms(96 * HOUR_MS);
    expect(await quote(buyer)).toMatchObject({ price: 200, lines: [{ why: '' }] });
    expect(await priceList(t.ctx(), id)).toMatchObject({ kinds: [{ your_price: 100, early_price: -1 }], is_member: false });
  });

  it('gives free tickets at once and does not mix them with paid ones', async () => {
    const { id, kinds } = await makeSalon(t, {
      owner_id: owner.id,
      kinds: [kindForm({ price: '0' }), kindForm({ key: 'k2', name: '付费' })],
    });
    const [free, paid] = kinds.map((kind) => kind.id) as [number, number];
    const first = await want(buyer, id, free, 1, { idempotency_key: 'one-wish' });
    expect(first).toMatchObject({ status: 2, is_free: 1 });
    // its answer was lost: the same wish is the same order
    expect((await want(buyer, id, free, 1, { idempotency_key: 'one-wish' })).orderid).toBe(first.orderid);
    expect(await tickets(buyer)).toMatchObject([{ paid: 0, state: 'valid' }]);
    const lines = [
      { kind_id: free, count: 1 },
      { kind_id: paid, count: 1 },
    ];
    const mixed = orderTickets(buyer.ctx, {
      id,
      lines,
      holders: [...seats(free), ...seats(paid)],
      balance: false,
      user_coupon_id: 0,
      cache: false,
    });
    await expect(mixed).rejects.toMatchObject({ fields: { tickets: '免费票与付费票请分开下单' } });
  });

  it('CH-3 sells no seat twice: a full kind refuses, a cancelled and an expired order free theirs', async () => {
    const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ capacity: '2' })] });
    const kind_id = kinds[0]?.id as number;
    const other = await makePerson(t);
    const first = await want(buyer, id, kind_id, 2);
    await expect(want(other, id, kind_id)).rejects.toMatchObject({ status: 409, message: '余票不足，请减少张数或加入候补' });
    await cancelOrder(buyer.ctx, first.orderid);
    expect(await seatsOf(id)).toEqual([2]);
    const second = await want(other, id, kind_id, 2);
    t.clock.advance_ms(16 * 60_000);
    await expireOrders(t.ctx());
    expect([(await orderState(other.ctx, second.orderid)).status, await seatsOf(id)]).toEqual([3, [2]]);
  });

  it('keeps the seats while the order is made anew with the balance, and shows the same order for the same choice', async () => {
    const rich = await makePerson(t, 5_000);
    const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ capacity: '1' })] });
    const kind_id = kinds[0]?.id as number;
    const first = await want(rich, id, kind_id);
    await joinWaiting(buyer.ctx, { id, kind_id, count: 1, holders: seats(kind_id) });
    const second = await want(rich, id, kind_id, 1, { balance: true });
    expect(second).toMatchObject({ pay_price: 50, deduction_price: 50 });
    expect(second.orderid).not.toBe(first.orderid);
    expect((await want(rich, id, kind_id, 1, { balance: true, cache: true })).orderid).toBe(second.orderid);
    expect((await priceList(buyer.ctx, id)).waiting).toMatchObject([{ state: 'waiting' }]);
    expect(await pay(second)).toBe('settled');
  });

  it('seats who paid late while there is one, and gives the money back otherwise', async () => {
    const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ capacity: '2' })] });
    const kind_id = kinds[0]?.id as number;
    const other = await makePerson(t);
    const orders = [await want(buyer, id, kind_id), await want(other, id, kind_id)];
    const facts = await Promise.all(orders.map((order) => payAtProvider(t, order)));
    await t.app.db.execute(sql`update sandbox_payments set status = 'waiting'`);
    t.clock.advance_ms(16 * 60_000);
    await expireOrders(t.ctx());
    const third = await makePerson(t);
    await pay(await want(third, id, kind_id));
    await t.app.db.execute(sql`update sandbox_payments set status = 'paid'`);
    const outcomes = [];
    for (const one of facts) outcomes.push((await settlePayment(t.ctx(), 'sandbox', one)).outcome);
    expect(outcomes).toEqual(['settled', 'refunding']);
    expect(await runRefunds(t.ctx())).toBe(1);
    expect([(await tickets(buyer)).length, (await tickets(other)).length]).toEqual([1, 0]);
  });

  it('leaves nothing half done when the tickets cannot be written: neither money nor seat moves, and the next word settles', async () => {
    const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
    const kind_id = kinds[0]?.id as number;
    const order = await want(buyer, id, kind_id);
    const facts = await payAtProvider(t, order);
    await t.app.db.execute(sql`alter table salon_tickets add constraint broken check (seq < 0) not valid`);
    await expect(settlePayment(t.ctx(), 'sandbox', facts)).rejects.toThrow();
    await t.app.db.execute(sql`alter table salon_tickets drop constraint broken`);
    const held = await t.app.db.execute(sql`select sold, held from salon_ticket_kinds where id = ${kind_id}`);
    expect([held.rows, await tickets(buyer)]).toEqual([[{ sold: 0, held: 1 }], []]);
    expect((await settlePayment(t.ctx(), 'sandbox', facts)).outcome).toBe('settled');
    expect(await tickets(buyer)).toHaveLength(1);
  });
});

describe('the waiting list', () => {
  async function full(change: { capacity?: string; price?: string } = {}) {
    const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ capacity: '1', ...change })] });
    const kind_id = kinds[0]?.id as number;
    const order = await want(buyer, id, kind_id, Number(change.capacity ?? 1));
    await pay(order);
    return { id, kind_id, order };
  }
  const wait = (who: Person, id: number, kind_id: number, count = 1) =>
    joinWaiting(who.ctx, { id, kind_id, count, holders: seats(kind_id, count) });

  it('passes a seat that is given back to the first in the same transaction, as an order of twelve hours', async () => {
    const { id, kind_id } = await full();
    const [first, second, late] = [await makePerson(t), await makePerson(t), await makePerson(t)];
    expect(await wait(first, id, kind_id)).toMatchObject({ state: 'waiting', ahead: 0 });
    t.clock.advance_ms(1_000);
    expect(await wait(second, id, kind_id)).toMatchObject({ ahead: 1 });
    await expect(wait(first, id, kind_id)).rejects.toMatchObject({ status: 409 });
    await refundTicket(buyer.ctx, (await tickets(buyer))[0]?.id as number);
    // before any job ran nobody else gets it
    await expect(want(late, id, kind_id)).rejects.toMatchObject({ status: 409 });
    expect(await placeOffers(t.ctx())).toBe(1);
    const entry = (await priceList(first.ctx, id)).waiting[0];
    expect(entry).toMatchObject({ state: 'offered' });
    expect((entry?.offer_until ?? 0) * 1000 - t.clock.now().getTime()).toBeGreaterThan(11.9 * HOUR_MS);
    expect((await noticesOf(first.ctx, { only_unread: false, page: 1, limit: 5 })).list[0]).toMatchObject({ title: '候补有位置了' });
    const order = await want(first, id, kind_id, 1, { cache: true });
    expect(await pay(order)).toBe('settled');
    expect([(await tickets(first)).length, (await priceList(first.ctx, id)).waiting]).toEqual([1, []]);
    expect((await priceList(second.ctx, id)).waiting).toMatchObject([{ state: 'waiting', ahead: 0 }]);
  });

  it('goes on to the next when an offer is declined or its time is up, and skips whom it does not suffice', async () => {
    const { id, kind_id, order } = await full({ capacity: '2' });
    const [family, first, second] = [await makePerson(t), await makePerson(t), await makePerson(t)];
    await wait(family, id, kind_id, 2);
    t.clock.advance_ms(1_000);
    await wait(first, id, kind_id);
    t.clock.advance_ms(1_000);
    await wait(second, id, kind_id);
    await refundTicket(buyer.ctx, (await tickets(buyer))[0]?.id as number);
    await placeOffers(t.ctx());
    const entryOf = async (who: Person) => (await priceList(who.ctx, id)).waiting[0];
    expect([(await entryOf(family))?.state, (await entryOf(first))?.state]).toEqual(['waiting', 'offered']);
    await leaveWaiting(first.ctx, (await entryOf(first))?.id as number);
    await placeOffers(t.ctx());
    expect([await entryOf(first), (await entryOf(second))?.state]).toEqual([undefined, 'offered']);
    // an order that is recreated keeps its time
    const again = await want(second, id, kind_id);
    t.clock.advance_ms(60 * 60_000);
    await expireOrders(t.ctx());
    expect((await orderState(second.ctx, again.orderid)).status).toBe(1);
    t.clock.advance_ms(11.5 * HOUR_MS);
    await expireOrders(t.ctx());
    expect([await entryOf(second), await seatsOf(id)]).toEqual([undefined, [1]]);
    // the other seat goes back as well: now it suffices for two
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
    await placeOffers(t.ctx());
    expect((await entryOf(family))?.state).toBe('offered');
  });

  it('gives a free seat at once, and new seats of the organiser to who waits', async () => {
    const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ capacity: '1', price: '0' })] });
    const kind_id = kinds[0]?.id as number;
    await want(buyer, id, kind_id);
    const next = await makePerson(t);
    await expect(joinWaiting(next.ctx, { id, kind_id, count: 2, holders: seats(kind_id, 2) })).rejects.toMatchObject({ code: 1 });
    await wait(next, id, kind_id);
    await refundTicket(buyer.ctx, (await tickets(buyer))[0]?.id as number);
    await placeOffers(t.ctx());
    expect(await tickets(next)).toMatchObject([{ state: 'valid', paid: 0 }]);
    expect(await tickets(buyer)).toMatchObject([{ state: 'refunded' }]);
  });

  const told = async (who: Person) => (await noticesOf(who.ctx, { only_unread: false, page: 1, limit: 9 })).list.map(({ title }) => title);

  it('keeps everybody in line while the sale is stopped, and offers what was given back when it goes on', async () => {
    const { id, kind_id } = await full();
    const next = await makePerson(t);
    await wait(next, id, kind_id);
    await setSale(owner.ctx, { salon_id: id, on: false });
    await refundTicket(buyer.ctx, (await tickets(buyer))[0]?.id as number);
    expect([await placeOffers(t.ctx()), await told(next)]).toEqual([0, []]);
    expect((await priceList(next.ctx, id)).waiting).toMatchObject([{ state: 'waiting' }]);
    await setSale(owner.ctx, { salon_id: id, on: true });
    // stopped again before the order could be placed: the place on the list stays
    await setSale(owner.ctx, { salon_id: id, on: false });
    expect([await placeOffers(t.ctx()), (await priceList(next.ctx, id)).waiting]).toMatchObject([0, [{ state: 'waiting' }]]);
    await setSale(owner.ctx, { salon_id: id, on: true });
    await expect(want(await makePerson(t), id, kind_id)).rejects.toMatchObject({ status: 409 });
    expect([await placeOffers(t.ctx()), await told(next)]).toEqual([1, ['候补有位置了']]);
  });

  it('tells whoever let an offer pass that it is gone, once', async () => {
    const { id, kind_id } = await full();
    const next = await makePerson(t);
    await wait(next, id, kind_id);
    await refundTicket(buyer.ctx, (await tickets(buyer))[0]?.id as number);
    await placeOffers(t.ctx());
    t.clock.advance_ms(12.1 * HOUR_MS);
    await expireOrders(t.ctx());
    await expireOrders(t.ctx());
    expect([await told(next), (await priceList(next.ctx, id)).waiting]).toEqual([['候补名额已失效', '候补有位置了'], []]);
  });

  it('ends with its salon, cancelled or over, and says so; seats that were kept are free', async () => {
    const { id, kind_id, order } = await full();
    const [next, last] = [await makePerson(t), await makePerson(t)];
    await wait(next, id, kind_id);
    await wait(last, id, kind_id);
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
    await actOnSalon(owner.ctx, { id, act: 'cancel', why: '场地检修' });
    expect([await placeOffers(t.ctx()), await told(next), await told(last)]).toEqual([0, ['候补已结束'], ['候补已结束']]);
    const [line] = (await noticesOf(last.ctx, { only_unread: false, page: 1, limit: 9 })).list;
    expect([line?.content, (await ownTickets(last.ctx, { page: 1, limit: 9 })).waiting]).toEqual([expect.stringContaining('场地检修'), []]);
    const other = await full();
    await wait(next, other.id, other.kind_id);
    await untilStart(other.id, -3);
    await endSalons(t.ctx());
    await endSalons(t.ctx());
    expect([await told(next), (await ownTickets(next.ctx, { page: 1, limit: 9 })).waiting]).toEqual([['候补已结束', '候补已结束'], []]);
  });

  it('offers nothing within two hours of the beginning', async () => {
    const { id, kind_id, order } = await full();
    const next = await makePerson(t);
    await wait(next, id, kind_id);
    await untilStart(id, 1);
    await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
    expect(await placeOffers(t.ctx())).toBe(0);
    expect((await priceList(next.ctx, id)).waiting).toMatchObject([{ state: 'waiting' }]);
  });
});

describe('giving back', () => {
  async function bought(count = 2) {
    const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
    const order = await want(buyer, id, kinds[0]?.id as number, count);
    await pay(order);
    return { id, order, list: await tickets(buyer) };
  }

  it('returns a ticket by its date: whole, half, not at all', async () => {
    const { id, order, list } = await bought(3);
    const [a, b, c] = list.map((ticket) => ticket.id) as [number, number, number];
    await expect(refundTicket(owner.ctx, a)).rejects.toMatchObject({ status: 404 });
    expect(await refundTicket(buyer.ctx, a)).toEqual({ refund: 100 });
    await expect(refundTicket(buyer.ctx, a)).rejects.toMatchObject({ status: 409 });
    await untilStart(id, 48);
    expect((await tickets(buyer)).map(({ refund, refund_percent }) => [refund, refund_percent]).toSorted()).toEqual([
      [-1, 0],
      [50, 50],
      [50, 50],
    ]);
    expect(await refundTicket(buyer.ctx, b)).toEqual({ refund: 50 });
    await untilStart(id, 10);
    await expect(refundTicket(buyer.ctx, c)).rejects.toMatchObject({ status: 409, message: '已超过可以退票的时间' });
    expect([(await orderState(buyer.ctx, order.orderid)).status, await seatsOf(id)]).toEqual([2, [4]]);
    expect(await runRefunds(t.ctx())).toBeGreaterThan(1);
  });

  it('returns all until the beginning for who bought before time or place became another one', async () => {
    const { id, order, list } = await bought(2);
    const form = { ...(await ownSalon(owner.ctx, id)).form, about: '只改了介绍，时间和地点都没有变，票还是原来的规矩，一个字也没有多。' };
    const change = (wish: Partial<typeof form>) =>
      inTransaction(t.ctx(), async (tx) => applyForm(tx, (await lockSalonRow(tx.db, id)) as SalonRow, { ...form, ...wish }));
    await change({});
    await untilStart(id, 10);
    expect((await tickets(buyer)).map(({ refund, moved }) => [refund, moved])).toEqual([
      [-1, false],
      [-1, false],
    ]);
    await change({ venue: '另一处会场' });
    t.clock.advance_ms(1_000);
    const late = await makePerson(t);
    await pay(await want(late, id, (await publicSalon(t.ctx(), id))?.kinds[0]?.id as number));
    expect((await tickets(buyer)).map(({ refund, moved }) => [refund, moved])).toEqual([
      [100, true],
      [100, true],
    ]);
    expect(await tickets(late)).toMatchObject([{ refund: -1, refund_percent: 0, moved: false }]);
    const [line] = (await noticesOf(buyer.ctx, { only_unread: false, page: 1, limit: 5 })).list;
    expect(line?.content).toContain('另一处会场');
    expect(await refundTicket(buyer.ctx, list[0]?.id as number)).toEqual({ refund: 100 });
    await untilStart(id, -0.5);
    await expect(refundTicket(buyer.ctx, list[1]?.id as number)).rejects.toMatchObject({ message: '已超过可以退票的时间' });
    expect((await orderState(buyer.ctx, order.orderid)).status).toBe(2);
  });

  it('ends the order with its last ticket', async () => {
    const { id, order, list } = await bought();
    for (const ticket of list) await refundTicket(buyer.ctx, ticket.id);
    expect([(await orderState(buyer.ctx, order.orderid)).status, await seatsOf(id)]).toEqual([3, [5]]);
    expect((await balances(t.ctx(), owner.id)).earning_fen % 100).toBe(99);
  });

  it('lets staff end one ticket whatever its date', async () => {
    const { id, list } = await bought();
    await untilStart(id, 1);
    const finance = (user_id: number) => t.ctx({ kind: 'user', user_id, token_id: 0, roles: ['finance'], address: '' });
    const refund = (ctx: Ctx, at: number) => inTransaction(ctx, (tx) => refundByStaff(tx, list[at]?.id as number, '现场取消'));
    await refund(finance((await makePerson(t)).id), 0);
    // buyers without the role, and staff who bought it themselves
    for (const ctx of [buyer.ctx, finance(buyer.id)]) await expect(refund(ctx, 1)).rejects.toMatchObject({ status: 403 });
    expect((await tickets(buyer)).map(({ state }) => state).toSorted()).toEqual(['refunded', 'valid']);
  });

  it('refunds everybody when the organiser cancels, and tells them why', async () => {
    const { id, order } = await bought();
    await untilStart(id, 5);
    await expect(actOnSalon(owner.ctx, { id, act: 'cancel', why: '' })).rejects.toMatchObject({ code: 1 });
    await expect(actOnSalon(buyer.ctx, { id, act: 'cancel', why: '想要' })).rejects.toMatchObject({ status: 404 });
    await actOnSalon(owner.ctx, { id, act: 'cancel', why: '场地临时检修' });
    expect(await refundCancelled(t.ctx({ kind: 'job', name: 'test' }))).toBe(1);
    expect((await orderState(buyer.ctx, order.orderid)).status).toBe(3);
    expect((await tickets(buyer)).map(({ state }) => state)).toEqual(['refunded', 'refunded']);
    const told = (await noticesOf(buyer.ctx, { only_unread: false, page: 1, limit: 5 })).list;
    expect(told[0]).toMatchObject({ topic: '钱包与订单', title: expect.stringMatching(/^订单已退款/) });
    expect(told[1]?.content).toContain('场地临时检修');
    expect(await publicSalon(t.ctx(), id)).toMatchObject({ stage: 'cancelled', cancel_reason: '场地临时检修' });
    await expect(want(buyer, id, 1)).rejects.toMatchObject({ code: 1 });
  });
});

it('shows a ticket to whoever has its secret, with a masked name alone, as a page, a PDF and a date', async () => {
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
  const kind_id = kinds[0]?.id as number;
  await pay(await want(buyer, id, kind_id, 1, { holders: [{ kind_id, name: '欧阳明月', phone: '13812345678', answers: {} }] }));
  const [row] = await t.app.db.select().from(salon_tickets).where(sql`${salon_tickets.buyer_id} = ${buyer.id}`);
  const secret = row?.secret as string;
  expect(Buffer.from(secret, 'base64url')).toHaveLength(16);
  const shown = await shownTicket(t.ctx(), secret);
  expect(shown).toMatchObject({ holder: '欧**', state: 'valid', seq: 1 });
  expect(JSON.stringify(shown)).not.toMatch(/1381234|明月/);
  expect(await shownTicket(t.ctx(), 'a'.repeat(22))).toBeNull();
  const { name, data } = await ticketPdf(t.ctx(), secret);
  expect([name, Buffer.from(data.slice(0, 5)).toString()]).toEqual(['年会创意分享会-门票001.pdf', '%PDF-']);
  const dates = await ticketCalendar(t.ctx(), secret);
  expect(dates).toContain('SUMMARY:年会创意分享会');
  expect(dates).toContain('LOCATION:上海 梧桐空间 武康路 100 号 2 楼');
  const own = await t.call<OwnTicketList>('GET', SALON_CALLS.tickets, { token: buyer.token });
  expect(own.body.data.list[0]?.path).toBe(`/salon/ticket?s=${secret}`);
});

it('reminds guests once within a day, and ends what is over', async () => {
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
  await pay(await want(buyer, id, kinds[0]?.id as number));
  await untilStart(id, 30);
  await remindOfSalons(t.ctx());
  const titles = async () => (await noticesOf(buyer.ctx, { only_unread: false, page: 1, limit: 9 })).list.map(({ title }) => title);
  expect(await titles()).toEqual([]);
  await untilStart(id, 20);
  await remindOfSalons(t.ctx());
  await remindOfSalons(t.ctx());
  expect(await titles()).toEqual(['沙龙即将开始']);
  await untilStart(id, -3);
  expect(await endSalons(t.ctx())).toBeGreaterThan(0);
  expect(await publicSalon(t.ctx(), id)).toMatchObject({ state: 'over', stage: 'over' });
  await expect(want(buyer, id, kinds[0]?.id as number)).rejects.toMatchObject({ message: '这场沙龙已结束' });
});

it('pays a whole order by balance', async () => {
  const rich = await makePerson(t, 50_000);
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
  const order = await want(rich, id, kinds[0]?.id as number, 2, { balance: true });
  expect(order).toMatchObject({ pay_price: 0, deduction_price: 200 });
  expect((await payByBalance(rich.ctx, order.orderid)).status).toBe(2);
  expect(await tickets(rich)).toHaveLength(2);
});
