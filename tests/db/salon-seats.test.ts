import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/order.ts';
import { planOf, type SeatBlock } from '#contract/seats.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { cancelOrder, expireOrders, orderDetail, settlePayment } from '#server/modules/orders/index.ts';
import { applyForm } from '#server/modules/salons/apply-form.ts';
import {
  changeSeat,
  countSeats,
  guestList,
  type HolderInput,
  joinWaiting,
  orderTickets,
  organisedSeats,
  ownSalon,
  ownTickets,
  placeOffers,
  priceList,
  refundTicket,
  shownTicket,
} from '#server/modules/salons/index.ts';
import { lockSalonRow, type SalonRow } from '#server/modules/salons/repo.ts';
import { plainForm } from '#server/modules/salons/save-salon.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { kindForm, makeSalon, salonForm, seats } from '../support/salons.ts';

const t = testApp();
let owner: Person;
let a: Person;
let b: Person;
beforeAll(async () => {
  [owner, a, b] = [await makePerson(t), await makePerson(t), await makePerson(t)];
});
afterEach(async () => expect(await countSeats(t.ctx())).toEqual([]));

const rows = (change: Partial<SeatBlock> = {}): SeatBlock => ({
  ...{ key: 'b1', kind: 'k1', name: 'A 区', shape: 'rows', rows: 2, chairs: 3, aisle: 0, closed: ['2-3'] },
  ...change,
});
const planned = async (...plan: SeatBlock[]) => {
  const kinds = [kindForm(), kindForm({ key: 'k2', name: '站票', capacity: '3' })];
  const { id, kinds: made } = await makeSalon(t, { ...plainForm(salonForm(t, { kinds, plan })), owner_id: owner.id });
  return { id, kind_id: made[0]?.id as number, standing: made[1]?.id as number };
};
const drawn = async (id: number, who: Person = owner) => (await priceList(who.ctx, id)).plan[0] as { ids: number[]; states: string };
const want = (who: Person, id: number, kind_id: number, chairs: Array<number | undefined>, change: object = {}): Promise<Order> =>
  orderTickets(who.ctx, {
    ...{ id, lines: [{ kind_id, count: chairs.length }], balance: false, user_coupon_id: 0, cache: false },
    holders: seats(kind_id, chairs.length).map((one, n): HolderInput => ({ ...one, seat_id: chairs[n] })),
    ...change,
  });
const pay = async (order: Order) => settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
const notices = async (who: Person) => (await noticesOf(who.ctx, { only_unread: false, page: 1, limit: 20 })).list;
const change = (id: number, ...plan: SeatBlock[]) =>
  inTransaction(t.ctx(), async (tx) => {
    const row = (await lockSalonRow(tx.db, id)) as SalonRow;
    return applyForm(tx, row, plainForm({ ...row.form, plan }));
  });

it('sells the chairs that were chosen, frees them with the order, and says which one somebody else took', async () => {
  const { id, kind_id } = await planned(rows());
  const { ids, states } = await drawn(id);
  expect([states, (await priceList(a.ctx, id)).kinds[0]?.capacity]).toEqual(['000002', 5]);
  const order = await want(a, id, kind_id, [ids[1], ids[2]]);
  expect([(await drawn(id, a)).states, (await drawn(id, b)).states]).toEqual(['033002', '011002']);
  await expect(want(b, id, kind_id, [ids[2], ids[3]])).rejects.toMatchObject({
    fields: { seats: '“A 区 1 排 3 座”刚被选走，请另选座位，其余选择已保留' },
  });
  await expect(want(b, id, kind_id, [ids[5]])).rejects.toMatchObject({ status: 409 });
  await expect(want(b, id, kind_id, [ids[3], ids[3]])).rejects.toThrow('一个座位只能坐一位');
  expect((await orderDetail(a.ctx, order.orderid)).parts.map(({ title, state }) => [title, state])).toEqual([
    ['A 区 1 排 2 座', 'unpaid'],
    ['A 区 1 排 3 座', 'unpaid'],
  ]);
  await cancelOrder(a.ctx, order.orderid);
  expect((await drawn(id)).states).toBe('000002');
  const again = await want(b, id, kind_id, [ids[0], ids[2]]);
  t.clock.advance_ms(16 * 60_000);
  await expireOrders(t.ctx());
  expect([(await drawn(id)).states, again.status]).toEqual(['000002', 1]);
});

it('keeps the chairs of an order that is made anew, and finds chairs side by side for who chose none', async () => {
  const { id, kind_id } = await planned(rows());
  const { ids } = await drawn(id);
  await want(a, id, kind_id, [undefined, undefined]);
  const before = (await drawn(id, a)).states;
  // two of the three in front would leave one alone
  expect(before).toBe('000332');
  // another person of the same choice: a new order, the same chairs
  await want(a, id, kind_id, [undefined, undefined], { balance: true });
  expect((await drawn(id, a)).states).toBe(before);
  const last = await want(a, id, kind_id, [ids[0], ids[1]]);
  expect((await drawn(id, a)).states).toBe('330002');
  await pay(last);
  const own = (await ownTickets(a.ctx, { page: 1, limit: 2 })).list;
  expect(own.map(({ seat }) => seat).toSorted()).toEqual(['A 区 1 排 1 座', 'A 区 1 排 2 座']);
  expect((await orderDetail(a.ctx, last.orderid)).parts.map(({ state }) => state)).toEqual(['active', 'active']);
  const bought = (await notices(a)).find(({ title }) => title === '报名成功');
  expect(bought === undefined || bought.content.includes('座位：A 区 1 排 1 座、A 区 1 排 2 座。')).toBe(true);

  const [first] = own;
  await refundTicket(a.ctx, first?.id as number);
  expect((await drawn(id, b)).states.match(/1/g)).toHaveLength(1);
  const shown = await Promise.all(own.map(({ path }) => shownTicket(t.ctx(), path.split('s=')[1] as string)));
  expect(shown.map((one) => one?.seat)).toEqual(['', own[1]?.seat]);
});

it('a late payment sits elsewhere when its chair is gone, and a waiting list is offered a chair', async () => {
  const { id, kind_id } = await planned(rows({ rows: 1, chairs: 2, closed: [] }));
  const { ids } = await drawn(id);
  const late = await want(a, id, kind_id, [ids[0]]);
  const facts = await payAtProvider(t, late);
  await t.app.db.execute(sql`update sandbox_payments set status = 'waiting'`);
  t.clock.advance_ms(16 * 60_000);
  await expireOrders(t.ctx());
  await pay(await want(b, id, kind_id, [ids[0]]));
  await t.app.db.execute(sql`update sandbox_payments set status = 'paid'`);
  await settlePayment(t.ctx(), 'sandbox', facts);
  expect((await ownTickets(a.ctx, { page: 1, limit: 1 })).list[0]?.seat).toBe('A 区 1 排 2 座');

  const c = await makePerson(t);
  await joinWaiting(c.ctx, { id, kind_id, count: 1, holders: seats(kind_id) });
  await refundTicket(b.ctx, (await ownTickets(b.ctx, { page: 1, limit: 1 })).list[0]?.id as number);
  expect((await drawn(id, c)).states).toBe('31');
  await placeOffers(t.ctx());
  expect((await drawn(id, c)).states).toBe('31');
  const told = (await notices(c)).find(({ title }) => title === '候补有位置了');
  expect(told?.content).toContain('座位：A 区 1 排 1 座。');
});

it('a plan grows and loses what is empty; what is sold stays, whatever is typed', async () => {
  const { id, kind_id, standing } = await planned(rows());
  const { ids } = await drawn(id);
  await pay(await want(a, id, kind_id, [ids[4]]));
  const why = '“A 区 2 排 2 座”已售出或被订单保留，不能去掉、停用或换票种；可以先为来宾换座';
  for (const plan of [[], [rows({ rows: 1 })], [rows({ closed: ['2-2'] })], [rows({ kind: 'k2' })]])
    await expect(change(id, ...plan)).rejects.toMatchObject({ fields: { plan: why } });
  await pay(await want(b, id, standing, [undefined]));
  await expect(change(id, rows(), rows({ key: 'b2', name: 'B 区', kind: 'k2' }))).rejects.toThrow('不带座位的票');
  await change(id, rows({ name: '前区', chairs: 4, closed: ['1-1'] }), rows({ key: 'b3', name: '圆桌', shape: 'tables', rows: 1 }));
  const plan = (await priceList(b.ctx, id)).plan;
  expect(plan.map(({ name, states }) => [name, states])).toEqual([
    ['前区', '20000100'],
    ['圆桌', '000'],
  ]);
  expect((await ownTickets(a.ctx, { page: 1, limit: 1 })).list[0]?.seat).toBe('前区 2 排 2 座');
});

it('its organiser sees who sits where, moves a guest, who is notified, and closes a chair at once', async () => {
  const { id, kind_id } = await planned(rows());
  const { ids } = await drawn(id);
  await pay(await want(a, id, kind_id, [ids[0]]));
  const ticket_id = (await ownTickets(a.ctx, { page: 1, limit: 1 })).list[0]?.id as number;
  expect((await organisedSeats(owner.ctx, id)).guests).toMatchObject([{ seat_id: ids[0], ticket_id, name: '来宾1', is_in: false }]);
  await expect(organisedSeats(b.ctx, id)).rejects.toMatchObject({ status: 404 });
  await expect(changeSeat(owner.ctx, { salon_id: id, ticket_id, seat_id: ids[5] as number })).rejects.toThrow('请另选');
  await changeSeat(owner.ctx, { salon_id: id, ticket_id, seat_id: ids[3] as number });
  await changeSeat(owner.ctx, { salon_id: id, ticket_id, seat_id: ids[3] as number });
  expect((await guestList(owner.ctx, { salon_id: id, state: 'all', search: '', page: 1, limit: 5 })).list[0]?.seat).toBe('A 区 2 排 1 座');
  const told = (await notices(a)).filter(({ title }) => title === '您的座位有调整');
  expect(told.map(({ content }) => content)).toEqual([expect.stringContaining('由 A 区 1 排 1 座 换到 A 区 2 排 1 座')]);

  await expect(changeSeat(owner.ctx, { salon_id: id, seat_id: ids[3] as number, closed: true })).rejects.toThrow('不能停用');
  await changeSeat(owner.ctx, { salon_id: id, seat_id: ids[1] as number, closed: true });
  await changeSeat(owner.ctx, { salon_id: id, seat_id: ids[5] as number, closed: false });
  expect([(await drawn(id)).states, (await priceList(a.ctx, id)).kinds[0]?.capacity]).toEqual(['020100', 5]);
  expect(planOf((await ownSalon(owner.ctx, id)).form)[0]?.closed).toEqual(['1-2']);
});

it('the nightly count notices a chair that was lost', async () => {
  const { id, kind_id } = await planned(rows());
  await pay(await want(a, id, kind_id, [undefined]));
  await t.app.db.execute(sql`update salon_seats set ticket_id = null where salon_id = ${id}`);
  expect(await countSeats(t.ctx())).toMatchObject([{ kind_id, sold: 1, chairs_sold: 0, chairs: 5 }]);
  await t.app.db.execute(
    sql`update salon_seats s set ticket_id = t.id from salon_tickets t where t.salon_id = ${id} and s.salon_id = ${id} and s.label = t.seat`,
  );
});
