import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { guestStateText } from '#contract/organise.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { saveDiscount } from '#server/modules/discounts/index.ts';
import { accountMobile } from '#server/modules/identity/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { listOrders, orderState, settlePayment } from '#server/modules/orders/index.ts';
import {
  actOnSalon,
  addGuest,
  changeHolder,
  changeSeat,
  countSeats,
  doorList,
  endSalons,
  guestList,
  joinWaiting,
  makeDoorLink,
  orderTickets,
  organisedSalon,
  organisedSeats,
  ownTickets,
  ownWaiting,
  refundByOrganiser,
  refundCancelled,
  setSale,
  shownTicket,
  tellGuests,
} from '#server/modules/salons/index.ts';
import { findOnlineTickets } from '#server/modules/salons/organise.repo.ts';
import { salon_ticket_kinds } from '#server/modules/salons/tables.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import { ownOrder } from '#server/views/own-money.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';

const t = testApp();
const REASON = '场地缩小，向您致歉';
const guestsOf = async (owner: Person, id: number) =>
  (await guestList(owner.ctx, { salon_id: id, state: 'all', search: '', page: 1, limit: 50 })).list;
const told = async (who: Person) => (await noticesOf(who.ctx, { only_unread: false, page: 1, limit: 50 })).list;
const earnings = async (who: Person) => (await balances(t.ctx(), who.id)).earning_fen;
async function buy(buyer: Person, id: number, kind_id: number, { count = 1, code = '' } = {}) {
  const wish = { id, lines: [{ kind_id, count }], holders: seats(kind_id, count), balance: false, user_coupon_id: 0, cache: false };
  const order = await orderTickets(buyer.ctx, { ...wish, code });
  if (order.status !== 2) await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  return order;
}

test('the organiser gives one guest, then the rest of the order, what they paid: seats, sums and notices follow', async () => {
  const [owner, buyer, waits, stranger] = [await makePerson(t), await makePerson(t), await makePerson(t), await makePerson(t)];
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ price: '100', capacity: '3' })] });
  const kind_id = kinds[0]?.id as number;
  const day = (n: number) => shanghaiDay(new Date(t.clock.now().getTime() + n * 86_400_000));
  const wish = { code: 'GUEST20', percent_off: 20, amount: 0, min_price: 0, most: 0, per_person: 0, off: false, from: day(0), to: day(30) };
  const { code } = await saveDiscount(owner.ctx, wish);
  const order = await buy(buyer, id, kind_id, { count: 3, code });
  await joinWaiting(waits.ctx, { id, kind_id, count: 1, holders: seats(kind_id) });
  const [first, second] = await guestsOf(owner, id);
  expect(first).toMatchObject({ paid: 80, order_count: 3, order_paid: 240 });
  const back = (ticket_id: number | undefined, count: number, reason = REASON) =>
    refundByOrganiser(owner.ctx, { salon_id: id, ticket_id: ticket_id ?? 0, count, reason });
  await expect(refundByOrganiser(stranger.ctx, { salon_id: id, ticket_id: first?.id ?? 0, count: 1, reason: '' })).rejects.toMatchObject({
    status: 404,
  });
  await expect(back(first?.id, 1, ' ')).rejects.toMatchObject({ fields: { reason: '请填写原因，购票人会看到' } });
  await expect(back(first?.id, 2)).rejects.toThrow('刚有变化');
  const before = await earnings(owner);
  expect(await back(first?.id, 1)).toEqual({ refund: 80 });
  await expect(back(first?.id, 1)).rejects.toThrow('刚有变化');
  expect((await guestsOf(owner, id))[0]).toMatchObject({ state: 'refunded', paid: 0, refunded: 80 });
  const each = (before - (await earnings(owner))) / 100;
  expect(each).toBeGreaterThan(0);
  expect((await orderState(buyer.ctx, order.orderid)).status).toBe(2);
  expect(await organisedSalon(owner.ctx, id)).toMatchObject({ sold: 2, income: 160, refunded: 80 });
  // the freed place is the one's who waits
  expect((await ownWaiting(waits.ctx, id))[0]?.state).toBe('offered');
  const said = await told(buyer);
  expect(said.find(({ title }) => title === '主办方退了您的门票')?.content).toContain(
    `1 号（来宾1）已退票，二维码不能再使用。原因：${REASON}`,
  );
  expect(said.map(({ title }) => title)).toContain('订单已部分退款（¥80.00）');
  // who did it is not told of it
  expect((await told(owner)).map(({ title }) => title).filter((title) => title.includes('扣回'))).toEqual([]);
  expect((await ownOrder(buyer.ctx, order.orderid)).refund.list).toMatchObject([{ price: 80, whole: false, reason: REASON }]);

  expect(await back(second?.id, 2)).toEqual({ refund: 160 });
  expect((await orderState(buyer.ctx, order.orderid)).status).toBe(3);
  expect((await ownTickets(buyer.ctx, { page: 1, limit: 9 })).list.map(({ state, refunded }) => [state, refunded])).toEqual(
    Array(3).fill(['refunded', 80]),
  );
  expect([await earnings(owner), await countSeats(t.ctx())]).toEqual([0, []]);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

test('a free registration is cancelled as well, who was given a ticket hears of it, and once the salon is over nothing goes back', async () => {
  const [owner, buyer, friend] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  const { id, kinds } = await makeSalon(t, {
    owner_id: owner.id,
    kinds: [kindForm({ price: '0' }), kindForm({ key: 'k2', name: '付费票', price: '50' })],
  });
  const [free, paid] = kinds.map((kind) => kind.id) as [number, number];
  await buy(buyer, id, free, { count: 2 });
  await buy(buyer, id, paid);
  const mobile = (await accountMobile(friend.ctx, friend.id)) ?? '';
  const own = (await ownTickets(buyer.ctx, { page: 1, limit: 9 })).list;
  const given = own.find(({ seq }) => seq === 1);
  await changeHolder(buyer.ctx, {
    id: given?.id ?? 0,
    s: given?.path.split('s=')[1] ?? '',
    answers: {},
    to: { name: '李晓', phone: mobile },
  });
  const back = (ticket_id: number | undefined, count: number) =>
    refundByOrganiser(owner.ctx, { salon_id: id, ticket_id: ticket_id ?? 0, count, reason: REASON });
  expect(await back(given?.id, 1)).toEqual({ refund: 0 });
  expect((await told(friend)).find(({ title }) => title === '您的沙龙门票已失效')?.content).toContain('已退票或收回');
  expect((await told(buyer)).map(({ title }) => title)).toContain('主办方退了您的门票');
  expect(await organisedSalon(owner.ctx, id)).toMatchObject({ sold: 2, income: 50 });
  t.clock.advance_ms(30 * 86_400_000);
  await endSalons(t.ctx());
  await expect(back(own.find(({ seq }) => seq === 3)?.id, 1)).rejects.toThrow('已结束或取消');
  expect(await countSeats(t.ctx())).toEqual([]);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

test('a guest that is entered by hand takes a place and a chair, costs nothing, is marked, is told, and is taken back', async () => {
  const [owner, friend, waits, stranger] = [await makePerson(t), await makePerson(t), await makePerson(t), await makePerson(t)];
  const questions = [{ key: 'q1', label: '公司', required: true, options: [] }];
  const block = { key: 'a1', kind: 'k1', name: 'A 区', shape: 'rows' as const, rows: 1, chairs: 3, aisle: 0, closed: [] };
  const { id, kinds } = await makeSalon(t, {
    owner_id: owner.id,
    kinds: [kindForm({ key: 'k1', price: '100', capacity: '3', questions })],
    plan: [block],
  });
  const kind_id = kinds[0]?.id as number;
  const mobile = (await accountMobile(friend.ctx, friend.id)) ?? '';
  let n = 0;
  const add = (change: object = {}, who = owner) =>
    addGuest(who.ctx, { salon_id: id, key: `guest-key-${++n}`, kind_id, name: '周岚', phone: '', answers: {}, ...change });
  await expect(add({ name: '' }, stranger)).rejects.toMatchObject({ status: 404 });
  await expect(add({ name: ' ', phone: '123' })).rejects.toMatchObject({
    fields: { 'holders.0.name': '请填写姓名', 'holders.0.phone': expect.any(String) },
  });
  const chairs = (await organisedSeats(owner.ctx, id)).plan[0]?.ids as number[];
  // the sale is stopped: guests come all the same
  await setSale(owner.ctx, { salon_id: id, on: false });
  const { path } = await add({ key: 'the-same-key', seat_id: chairs[2], phone: mobile, answers: { q1: '远行会展' } });
  expect(await add({ key: 'the-same-key', seat_id: chairs[2], phone: mobile })).toEqual({ path });
  await expect(add({ key: 'the-same-key', name: '别人' })).rejects.toThrow('刚才已添加一位来宾');
  await expect(add({ seat_id: chairs[2] })).rejects.toMatchObject({ status: 409, fields: { seats: expect.stringContaining('刚被选走') } });
  await add({ name: '吴桐' });
  await add({ name: '郑好' });
  await expect(add()).rejects.toThrow('没有名额了');
  const [first, second] = await guestsOf(owner, id);
  expect(first).toMatchObject({ name: '周岚', kind: `${kinds[0]?.name}（赠票）`, seat: expect.stringContaining('3'), paid: 0, path });
  expect(first?.answers).toMatchObject([{ answer: '远行会展' }]);
  expect(await organisedSalon(owner.ctx, id)).toMatchObject({ sold: 3, income: 0, kinds: [{ left: 0, sold: 3 }] });
  // the one with an account has it among their own; the organiser has none of them there, nor a message
  expect((await ownTickets(friend.ctx, { page: 1, limit: 9 })).list).toMatchObject([
    { given: true, paid: 0, kind_name: first?.kind, path },
  ]);
  expect((await ownTickets(owner.ctx, { page: 1, limit: 9 })).total).toBe(0);
  expect((await told(friend)).find(({ title }) => title === '收到一张沙龙门票')?.content).toContain('的一张门票，由主办方赠送给您');
  expect((await told(owner)).map(({ title }) => title)).not.toContain('报名成功');
  expect(await tellGuests(owner.ctx, { salon_id: id, key: 'to-all-guests', title: '改门', content: '走东门' })).toEqual({ reached: 1 });
  const { token } = await makeDoorLink(owner.ctx, { salon_id: id, name: '小林', gate: '东口' });
  expect((await doorList(t.ctx(), token)).tickets.map(({ kind }) => kind)).toEqual(Array(3).fill(first?.kind));
  expect((await shownTicket(t.ctx(), path.split('s=')[1] ?? ''))?.kind_name).toBe(first?.kind);

  await setSale(owner.ctx, { salon_id: id, on: true });
  const answered = seats(kind_id).map((seat) => ({ ...seat, answers: { q1: '好事' } }));
  await joinWaiting(waits.ctx, { id, kind_id, count: 1, holders: answered });
  const back = (ticket_id: number | undefined) =>
    refundByOrganiser(owner.ctx, { salon_id: id, ticket_id: ticket_id ?? 0, count: 1, reason: '' });
  expect([await back(first?.id), await back(second?.id)]).toEqual([{ refund: 0 }, { refund: 0 }]);
  expect((await guestsOf(owner, id)).map(guestStateText)).toEqual(['已收回', '已收回', '待使用']);
  expect((await told(friend)).map(({ title }) => title)).toContain('您的沙龙门票已失效');
  expect((await ownWaiting(waits.ctx, id))[0]?.state).toBe('offered');
  expect((await shownTicket(t.ctx(), path.split('s=')[1] ?? ''))?.state).toBe('refunded');
  // who is left goes with the salon
  await actOnSalon(owner.ctx, { id, act: 'cancel', why: REASON });
  await refundCancelled(t.ctx());
  expect((await guestsOf(owner, id)).map(({ state }) => state)).toEqual(['refunded', 'refunded', 'refunded']);
  await expect(add()).rejects.toThrow('已结束或取消');
  expect(await countSeats(t.ctx())).toEqual([]);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

test('a guest by hand leaves the own order of the organiser, and the place that is kept for them, alone', async () => {
  const [owner, other] = [await makePerson(t), await makePerson(t)];
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ price: '100', capacity: '3' })] });
  const kind_id = kinds[0]?.id as number;
  const add = (key: string) => addGuest(owner.ctx, { salon_id: id, key, kind_id, name: '周岚', phone: '', answers: {} });
  const wish = (count: number) => ({ id, lines: [{ kind_id, count }], holders: seats(kind_id, count), balance: false, user_coupon_id: 0 });
  const open = await orderTickets(owner.ctx, { ...wish(2), cache: false });
  await expect(add('while-own-order')).rejects.toMatchObject({ status: 409, message: expect.stringContaining('您自己在这场沙龙有待支付') });
  // the same order, for the same people
  expect(await orderTickets(owner.ctx, { ...wish(2), cache: true })).toMatchObject({ orderid: open.orderid, status: 1 });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, open));
  expect((await ownTickets(owner.ctx, { page: 1, limit: 9 })).total).toBe(2);
  await add('after-own-order');
  // a gift is among the guests, not among the orders
  const orders = await listOrders(owner.ctx, null, { status: null, page: 1, limit: 9 });
  expect([orders.total, orders.list.map(({ orderid }) => orderid)]).toEqual([1, [open.orderid]]);
  await joinWaiting(owner.ctx, { id, kind_id, count: 1, holders: seats(kind_id) });
  const gift = (await guestsOf(owner, id)).find(({ path }) => path !== '');
  await refundByOrganiser(owner.ctx, { salon_id: id, ticket_id: gift?.id ?? 0, count: 1, reason: '' });
  await expect(add('while-kept-place')).rejects.toMatchObject({ status: 409 });
  expect((await ownWaiting(owner.ctx, id))[0]?.state).toBe('offered');
  await expect(buy(other, id, kind_id)).rejects.toMatchObject({ status: 409 });
  expect(await countSeats(t.ctx())).toEqual([]);
});

test('what is said of a gift goes to who comes by it alone: the link, another chair', async () => {
  const [owner, friend, buyer] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  const block = { key: 'a1', kind: 'k1', name: 'A 区', shape: 'rows' as const, rows: 1, chairs: 5, aisle: 0, closed: [] };
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ key: 'k1', price: '0' })], plan: [block] });
  const kind_id = kinds[0]?.id as number;
  await t.app.db.update(salon_ticket_kinds).set({ is_online: true }).where(eq(salon_ticket_kinds.id, kind_id));
  const mobile = (await accountMobile(friend.ctx, friend.id)) ?? '';
  const add = (key: string, phone: string) => addGuest(owner.ctx, { salon_id: id, key, kind_id, name: key, phone, answers: {} });
  await add('guest-without-account', '');
  await add('guest-with-account', mobile);
  await buy(buyer, id, kind_id);
  expect((await findOnlineTickets(t.app.db, id)).map(({ user_id }) => user_id).toSorted()).toEqual([friend.id, buyer.id].toSorted());
  const { plan, guests } = await organisedSeats(owner.ctx, id);
  expect(guests).toHaveLength(3);
  const [first, second] = await guestsOf(owner, id);
  const ids = plan[0]?.ids as number[];
  await changeSeat(owner.ctx, { salon_id: id, seat_id: ids[3] as number, ticket_id: first?.id });
  await changeSeat(owner.ctx, { salon_id: id, seat_id: ids[4] as number, ticket_id: second?.id });
  const titles = async (who: Person) => (await told(who)).map(({ title }) => title);
  expect(await titles(owner)).not.toContain('您的座位有调整');
  expect((await titles(friend)).filter((title) => title === '您的座位有调整')).toHaveLength(1);
});

test('who is entered and taken back again and again hears of it once each, and a salon has a bound for it', async () => {
  const [owner, friend] = [await makePerson(t), await makePerson(t)];
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ price: '0', capacity: '3' })] });
  const mobile = (await accountMobile(friend.ctx, friend.id)) ?? '';
  const guest = { salon_id: id, kind_id: kinds[0]?.id as number, name: '周岚', phone: mobile, answers: {} };
  const add = (n: number) => addGuest(owner.ctx, { ...guest, key: `again-and-again-${n}` });
  for (let n = 1; n <= 6; n++) {
    await add(n);
    const ticket = (await guestsOf(owner, id)).at(-1);
    if (n < 6) await refundByOrganiser(owner.ctx, { salon_id: id, ticket_id: ticket?.id ?? 0, count: 1, reason: '' });
  }
  await expect(add(7)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('最多添加 6 位来宾') });
  // an answer that was lost is had again all the same
  expect(await add(6)).toEqual({ path: (await guestsOf(owner, id)).at(-1)?.path });
  const said = (await told(friend)).map(({ title }) => title).toSorted();
  expect(said).toEqual(['您的沙龙门票已失效', '收到一张沙龙门票'].toSorted());
  expect(await organisedSalon(owner.ctx, id)).toMatchObject({ sold: 1 });
  expect(await countSeats(t.ctx())).toEqual([]);
});
