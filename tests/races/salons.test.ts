import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { getItem, lockItem, setItemStatus, termsById } from '#server/modules/catalog/index.ts';
import { cancelOrder, expireOrders, settlePayment } from '#server/modules/orders/index.ts';
import { countSeats, joinWaiting, orderTickets, ownTickets, placeOffers, refundTicket } from '#server/modules/salons/index.ts';
import { moveSalon } from '#server/modules/salons/move-salon.ts';
import { lockSalonRow } from '#server/modules/salons/repo.ts';
import { stateTerm } from '#server/modules/salons/rules.ts';
import { lockKinds } from '#server/modules/salons/seats.repo.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { waitsForLock } from '../support/lock-waits.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';

const SEATS = 5;
const t = testApp();
let owner: Person;
let crowd: Person[];
beforeAll(async () => {
  owner = await makePerson(t);
  crowd = [];
  for (let n = 0; n < 64; n++) crowd.push(await makePerson(t));
});

const seated = async (kind_id: number) => {
  const found = await t.app.db.execute<{ sold: number; held: number }>(
    sql`select sold, held from salon_ticket_kinds where id = ${kind_id}`,
  );
  return found.rows[0] as { sold: number; held: number };
};
const want = (who: Person, id: number, kind_id: number) =>
  orderTickets(who.ctx, { id, lines: [{ kind_id, count: 1 }], holders: seats(kind_id), balance: false, user_coupon_id: 0, cache: true });

it('sells while an edit holds the salon and waits for its kinds: neither waits for the other in a circle', async () => {
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ capacity: '9' })] });
  const kind_id = kinds[0]?.id as number;
  const order = await want(crowd[0] as Person, id, kind_id);
  const paid = await payAtProvider(t, order);
  await inTransaction(t.ctx(), async (tx) => {
    await lockSalonRow(tx.db, id);
    // placed, paid and numbered before the edit ends
    await settlePayment(t.ctx(), 'sandbox', paid);
    await want(crowd[1] as Person, id, kind_id);
    expect((await lockKinds(tx.db, [kind_id])).get(kind_id)).toMatchObject({ sold: 1, held: 1 });
  });
  const { list } = await ownTickets((crowd[0] as Person).ctx, { page: 1, limit: 1 });
  expect(list[0]).toMatchObject({ seq: 1 });
});

it('CH-3 seats five of 64 buyers, whatever is paid, cancelled, expired, given back and passed on at once', async () => {
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ capacity: String(SEATS) })] });
  const kind_id = kinds[0]?.id as number;
  const first = await Promise.allSettled(crowd.map((who) => want(who, id, kind_id)));
  const orders = first.flatMap((one, n) => (one.status === 'fulfilled' ? [{ who: crowd[n] as Person, order: one.value }] : []));
  expect([orders.length, await seated(kind_id)]).toEqual([SEATS, { sold: 0, held: SEATS }]);
  const refused = first.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
  expect(new Set(refused)).toEqual(new Set(['余票不足，请减少张数或加入候补']));

  const others = crowd.filter((who) => !orders.some((one) => one.who === who));
  await Promise.allSettled(others.slice(0, 30).map((who) => joinWaiting(who.ctx, { id, kind_id, count: 1, holders: seats(kind_id) })));
  // two pay, two cancel while others grab, one lets its time pass
  const [a, b, c, d] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0], (typeof orders)[0]];
  const facts = await Promise.all([a, b].map(({ order }) => payAtProvider(t, order)));
  await Promise.allSettled([
    ...facts.map((one) => settlePayment(t.ctx(), 'sandbox', one)),
    ...[c, d].map(({ who, order }) => cancelOrder(who.ctx, order.orderid)),
    ...others.slice(30).map((who) => want(who, id, kind_id)),
    placeOffers(t.ctx()),
    placeOffers(t.ctx()),
  ]);
  t.clock.advance_ms(16 * 60_000);
  const given = (await ownTickets(a.who.ctx, { page: 1, limit: 1 })).list[0]?.id as number;
  await Promise.allSettled([
    expireOrders(t.ctx()),
    refundTicket(a.who.ctx, given),
    refundTicket(a.who.ctx, given),
    placeOffers(t.ctx()),
    ...others.slice(30, 40).map((who) => want(who, id, kind_id)),
  ]);
  await placeOffers(t.ctx());
  // everybody who was offered a seat pays at once
  const open = await t.app.db.execute<{ user_id: number }>(sql`select user_id::int from salon_waiting where state = 'offered'`);
  const offered = crowd.filter((who) => open.rows.some(({ user_id }) => user_id === who.id));
  const taken = await Promise.all(offered.map((who) => want(who, id, kind_id)));
  const paid = await Promise.all(taken.map((order) => payAtProvider(t, order)));
  await Promise.all([...paid, ...paid].map((one) => settlePayment(t.ctx(), 'sandbox', one)));

  const { sold, held } = await seated(kind_id);
  const counted = await t.app.db.execute<{ n: number; seqs: number }>(
    sql`select count(*) filter (where state = 'valid')::int as n, count(distinct seq)::int as seqs from salon_tickets where kind_id = ${kind_id}`,
  );
  expect(sold + held).toBeLessThanOrEqual(SEATS);
  expect([sold, held]).toEqual([SEATS, 0]);
  expect(counted.rows[0]?.n).toBe(sold);
  // the ticket that was given back keeps its number
  expect(counted.rows[0]?.seqs).toBe(sold + 1);
  expect(await countSeats(t.ctx())).toEqual([]);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

it('makes one ticket of one payment, however often it is told', async () => {
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
  const kind_id = kinds[0]?.id as number;
  const who = crowd[0] as Person;
  const before = (await ownTickets(who.ctx, { page: 1, limit: 1 })).total;
  const facts = await payAtProvider(t, await want(who, id, kind_id));
  await Promise.all(Array.from({ length: 8 }, () => settlePayment(t.ctx(), 'sandbox', facts)));
  expect([(await ownTickets(who.ctx, { page: 1, limit: 1 })).total - before, await seated(kind_id)]).toEqual([1, { sold: 1, held: 0 }]);
});

it('B2 a salon that is taken off while it ends is off, and in its new state', async () => {
  const { id } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ capacity: '3' })] });
  let moving: Promise<unknown> = Promise.resolve();
  await inTransaction(t.ctx(), async (tx) => {
    await lockItem(tx, id);
    moving = inTransaction(t.ctx(), (other) => moveSalon(other, id, 'over'));
    await waitsForLock(t);
    await setItemStatus(tx, id, ['published'], 'taken_down', { reject_reason: '被举报' });
  });
  await moving;
  const item = await getItem(t.ctx(), id);
  const states = [...(await termsById(t.ctx(), item?.term_ids ?? [])).values()].filter(({ facet }) => facet === 'state');
  expect([item?.status, states.map(({ name }) => name)]).toEqual(['taken_down', [stateTerm('over')].filter((name) => name !== null)]);
});
