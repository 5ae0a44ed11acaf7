import { beforeAll, expect, it } from 'vitest';
import { orderState, settlePayment } from '#server/modules/orders/index.ts';
import {
  addGuest,
  countSeats,
  guestList,
  orderTickets,
  organisedSalon,
  refundByOrganiser,
  refundTicket,
} from '#server/modules/salons/index.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';

const t = testApp();
let owner: Person;
beforeAll(async () => {
  owner = await makePerson(t);
});
const guestsOf = async (id: number) => (await guestList(owner.ctx, { salon_id: id, state: 'all', search: '', page: 1, limit: 50 })).list;

it('what one order cost goes back once, whoever asks: 64 at once by ticket, by order and by the buyer', async () => {
  const buyer = await makePerson(t);
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ price: '100' })] });
  const kind_id = kinds[0]?.id as number;
  const wish = { id, lines: [{ kind_id, count: 3 }], holders: seats(kind_id, 3), balance: false, user_coupon_id: 0, cache: false };
  const order = await orderTickets(buyer.ctx, wish);
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  const tickets = (await guestsOf(id)).map((guest) => guest.id);
  const back = (ticket_id: number, count: number) => refundByOrganiser(owner.ctx, { salon_id: id, ticket_id, count, reason: '退' });
  const done = await Promise.allSettled(
    Array.from({ length: 64 }, (_, n) => {
      const ticket_id = tickets[n % 3] as number;
      return n % 4 === 0 ? refundTicket(buyer.ctx, ticket_id) : back(ticket_id, n % 4 === 1 ? 3 : 1);
    }),
  );
  const sum = done.reduce((all, one) => all + (one.status === 'fulfilled' ? one.value.refund : 0), 0);
  expect(sum).toBe(300);
  for (const one of done) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 });
  expect((await guestsOf(id)).map(({ state, paid }) => [state, paid])).toEqual(Array(3).fill(['refunded', 0]));
  expect((await orderState(buyer.ctx, order.orderid)).status).toBe(3);
  expect(await organisedSalon(owner.ctx, id)).toMatchObject({ sold: 0, income: 0, refunded: 300 });
  expect([(await balances(t.ctx(), owner.id)).earning_fen, await countSeats(t.ctx())]).toEqual([0, []]);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
});

it('the last five places: 32 guests by hand and 32 buyers at once, each under their own name and chair', async () => {
  const block = { key: 'a1', kind: 'k1', name: 'A 区', shape: 'rows' as const, rows: 1, chairs: 5, aisle: 0, closed: [] };
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ key: 'k1', price: '0' })], plan: [block] });
  const kind_id = kinds[0]?.id as number;
  const crowd = await Promise.all(Array.from({ length: 32 }, () => makePerson(t)));
  const wish = { id, lines: [{ kind_id, count: 1 }], holders: seats(kind_id), balance: false, user_coupon_id: 0, cache: false };
  const add = (n: number) =>
    addGuest(owner.ctx, { salon_id: id, key: `guest-race-${n}`, kind_id, name: `来客${n}`, phone: '', answers: {} });
  const done = await Promise.allSettled([
    ...Array.from({ length: 32 }, (_, n) => add(n)),
    ...crowd.map((who) => orderTickets(who.ctx, wish)),
  ]);
  const won = done.flatMap(({ status }, n) => (status === 'fulfilled' ? n : []));
  expect(won).toHaveLength(5);
  for (const one of done) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 });
  const guests = await guestsOf(id);
  expect(new Set(guests.map(({ seat }) => seat)).size).toBe(5);
  const byHand = won.filter((n) => n < 32);
  expect(guests.flatMap(({ name, path }) => (path ? name : [])).toSorted()).toEqual(byHand.map((n) => `来客${n}`).toSorted());
  expect(await countSeats(t.ctx())).toEqual([]);
});

it('one key that is sent 64 times is one guest, who is taken back once', async () => {
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ price: '100', capacity: '64' })] });
  const guest = { salon_id: id, key: 'guest-again', kind_id: kinds[0]?.id as number, name: '周岚', phone: '', answers: {} };
  const paths = await Promise.all(Array.from({ length: 64 }, () => addGuest(owner.ctx, guest)));
  expect(new Set(paths.map(({ path }) => path)).size).toBe(1);
  const [only, ...others] = await guestsOf(id);
  expect([only?.name, others]).toEqual(['周岚', []]);
  const back = () => refundByOrganiser(owner.ctx, { salon_id: id, ticket_id: only?.id ?? 0, count: 1, reason: '' });
  const done = await Promise.allSettled(Array.from({ length: 64 }, back));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect([(await organisedSalon(owner.ctx, id)).sold, await countSeats(t.ctx())]).toEqual([0, []]);
});
