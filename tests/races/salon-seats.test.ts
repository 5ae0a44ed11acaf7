import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { cancelOrder, expireOrders, settlePayment } from '#server/modules/orders/index.ts';
import {
  changeSeat,
  countSeats,
  joinWaiting,
  orderTickets,
  ownTickets,
  placeOffers,
  priceList,
  refundTicket,
} from '#server/modules/salons/index.ts';
import { plainForm } from '#server/modules/salons/save-salon.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { kindForm, makeSalon, salonForm, seats } from '../support/salons.ts';

const CHAIRS = 10;
const t = testApp();
let owner: Person;
let crowd: Person[];
beforeAll(async () => {
  owner = await makePerson(t);
  crowd = [];
  for (let n = 0; n < 64; n++) crowd.push(await makePerson(t));
});

/** What every chair has: the good tickets and running holds that say it is theirs. */
const owners = async (id: number) =>
  (
    await t.app.db.execute<{ label: string; n: number }>(sql`
      select s.label, (select count(*) from salon_tickets k where k.id = s.ticket_id and k.state in ('valid', 'used') and k.seat = s.label)::int
        + (select count(*) from salon_holds h where h.id = s.hold_id and h.state = 'held')::int as n
      from salon_seats s where s.salon_id = ${id}`)
  ).rows;
/** Good tickets that no chair answers to, and labels that two of them name. */
const lost = async (id: number) =>
  (
    await t.app.db.execute<{ alone: number; doubles: number }>(sql`
      select count(*) filter (where s.id is null)::int as alone, (count(*) - count(distinct k.seat))::int as doubles
      from salon_tickets k left join salon_seats s on s.ticket_id = k.id where k.salon_id = ${id} and k.state in ('valid', 'used')`)
  ).rows[0];

it('64 buyers of a row of ten chairs: never two on one, never one lost, whatever ends, is given back, moved and passed on at once', async () => {
  const plan = [{ key: 'b1', kind: 'k1', name: 'A 区', shape: 'rows' as const, rows: 1, chairs: CHAIRS, aisle: 5, closed: [] }];
  const { id, kinds } = await makeSalon(t, { ...plainForm(salonForm(t, { kinds: [kindForm()], plan })), owner_id: owner.id });
  const kind_id = kinds[0]?.id as number;
  const ids = (await priceList(t.ctx(), id)).plan[0]?.ids as number[];
  const want = (who: Person, seat_id: number | undefined, cache = true) =>
    orderTickets(who.ctx, {
      ...{ id, lines: [{ kind_id, count: 1 }], balance: false, user_coupon_id: 0, cache },
      holders: seats(kind_id).map((one) => ({ ...one, seat_id })),
    });
  // most want the middle, some leave the choice to us
  const first = await Promise.allSettled(crowd.map((who, n) => want(who, n % 4 === 0 ? undefined : ids[(n % 3) + 4])));
  const orders = first.flatMap((one, n) => (one.status === 'fulfilled' ? [{ who: crowd[n] as Person, order: one.value }] : []));
  expect(orders.length).toBe(CHAIRS);
  expect((await owners(id)).every(({ n }) => n === 1)).toBe(true);

  const others = crowd.filter((who) => !orders.some((one) => one.who === who));
  await Promise.allSettled(others.slice(0, 20).map((who) => joinWaiting(who.ctx, { id, kind_id, count: 1, holders: seats(kind_id) })));
  const [paying, leaving] = [orders.slice(0, 5), orders.slice(5, 8)];
  const facts = await Promise.all(paying.map(({ order }) => payAtProvider(t, order)));
  await Promise.allSettled([
    ...facts.map((one) => settlePayment(t.ctx(), 'sandbox', one)),
    ...leaving.map(({ who, order }) => cancelOrder(who.ctx, order.orderid)),
    ...orders.slice(8).map(({ who }, n) => want(who, ids[n + 4], false)),
    ...others.slice(20).map((who, n) => want(who, ids[n % CHAIRS])),
    placeOffers(t.ctx()),
    placeOffers(t.ctx()),
  ]);
  expect((await owners(id)).every(({ n }) => n <= 1)).toBe(true);
  t.clock.advance_ms(16 * 60_000);
  const given = await Promise.all(paying.map(async ({ who }) => (await ownTickets(who.ctx, { page: 1, limit: 1 })).list[0]?.id as number));
  await Promise.allSettled([
    expireOrders(t.ctx()),
    ...[0, 0, 1].map((n) => refundTicket((paying[n] as (typeof paying)[0]).who.ctx, given[n] as number)),
    ...ids.map((seat_id) => changeSeat(owner.ctx, { salon_id: id, seat_id, ticket_id: given[2] as number })),
    ...ids.map((seat_id, n) => changeSeat(owner.ctx, { salon_id: id, seat_id, closed: n % 2 === 0 })),
    placeOffers(t.ctx()),
    ...others.slice(20, 44).map((who, n) => want(who, n % 2 === 0 ? undefined : ids[n % CHAIRS])),
  ]);
  await placeOffers(t.ctx());
  const open = await t.app.db.execute<{ user_id: number }>(sql`select user_id::int from salon_waiting where state = 'offered'`);
  const offered = crowd.filter((who) => open.rows.some(({ user_id }) => user_id === who.id));
  const taken = await Promise.all(offered.map((who) => want(who, undefined)));
  const paid = await Promise.all(taken.map((order) => payAtProvider(t, order)));
  await Promise.all([...paid, ...paid].map((one) => settlePayment(t.ctx(), 'sandbox', one)));

  expect((await owners(id)).every(({ n }) => n <= 1)).toBe(true);
  expect(await lost(id)).toEqual({ alone: 0, doubles: 0 });
  expect(await countSeats(t.ctx())).toEqual([]);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});
