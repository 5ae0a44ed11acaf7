import { beforeAll, expect, it } from 'vitest';
import { orderState, settlePayment } from '#server/modules/orders/index.ts';
import { countSeats, guestList, orderTickets, organisedSalon, refundByOrganiser, refundTicket } from '#server/modules/salons/index.ts';
import { balances, proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person, payAtProvider } from '../support/market.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';

const t = testApp();
let owner: Person;
beforeAll(async () => {
  owner = await makePerson(t);
});
const guestsOf = async (id: number) =>
  (await guestList(owner.ctx, { salon_id: id, state: 'all', search: '', page: 1, limit: 50 })).list;

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
