import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { orderState, refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { orderTickets, organisedSalon, ownTickets, refundByStaff, ticketCalendar } from '#server/modules/salons/index.ts';

import { proveLedger } from '#server/modules/wallet/index.ts';
import { staffOrder } from '#server/views/admin/staff-order.ts';
import { testApp } from '../support/app.ts';
import { makePerson, payAtProvider } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { kindForm, makeSalon, seats } from '../support/salons.ts';
import { confirmWaiting } from '../support/second-person.ts';

const t = testApp();

test('A4 a ticket above the bound of a day is not refused: it waits for a second person, who gives it back', async () => {
  const [owner, buyer] = [await makePerson(t), await makePerson(t)];
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ price: '600' })] });
  const kind_id = kinds[0]?.id as number;
  const wish = { id, lines: [{ kind_id, count: 1 }], holders: seats(kind_id), balance: false, user_coupon_id: 0, cache: false };
  const order = await orderTickets(buyer.ctx, wish);
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  const own = async () => (await ownTickets(buyer.ctx, { page: 1, limit: 50 })).list;
  const [ticket] = await own();
  const { actor } = await makeUser(t, { roles: ['finance'] });
  await makeUser(t, { roles: ['admin'] });
  // as a bulk run does it
  const ask = () => inTransaction(t.ctx(actor), (tx) => refundByStaff(tx, ticket?.id as number, '现场取消'));
  await expect(ask()).rejects.toMatchObject({ status: 202, message: expect.stringContaining('另一位同事') });
  await expect(ask()).rejects.toMatchObject({ status: 202 });
  expect((await own())[0]?.state).toBe('valid');
  expect(await confirmWaiting(t)).toBe(1);
  expect((await own())[0]?.state).toBe('refunded');
  expect((await orderState(buyer.ctx, order.orderid)).status).toBe(3);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true });
  const { rows } = await t.app.db.execute(sql`select state, value_fen from staff_acts where name = 'ticket.refund'`);
  expect(rows).toEqual([{ state: 'done', value_fen: 60_000 }]);
});

test('M6 a part of a price that cannot go back is neither offered to staff nor put before a second person; M2 sold is what was not returned', async () => {
  const [owner, buyer] = [await makePerson(t), await makePerson(t)];
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id, kinds: [kindForm({ price: '400' })] });
  const kind_id = kinds[0]?.id as number;
  const wish = { id, lines: [{ kind_id, count: 2 }], holders: [...seats(kind_id), ...seats(kind_id)] };
  const order = await orderTickets(buyer.ctx, { ...wish, balance: false, user_coupon_id: 0, cache: false });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  const staff = t.ctx((await makeUser(t, { roles: ['finance'] })).actor);
  const { orderid } = order;
  expect((await staffOrder(staff, orderid)).part).toEqual({ text: expect.stringContaining('逐张退票'), none: true });
  await expect(refundOrder(staff, { orderid, reason: '测试', amount_fen: 60_000 })).rejects.toMatchObject({ status: 409 });
  expect((await staffOrder(staff, orderid)).asked).toBeNull();
  expect((await organisedSalon(owner.ctx, id)).days).toMatchObject([{ sold: 2 }]);
  const [ticket] = (await ownTickets(buyer.ctx, { page: 1, limit: 50 })).list;
  await inTransaction(staff, (tx) => refundByStaff(tx, ticket?.id as number, '测试'));
  expect(await organisedSalon(owner.ctx, id)).toMatchObject({ kinds: [{ sold: 1 }], days: [{ sold: 1 }] });
  // P21: what was returned is neither a date nor a way in
  const [over, kept] = await Promise.all(
    (await ownTickets(buyer.ctx, { page: 1, limit: 50 })).list
      .toSorted((a) => (a.id === ticket?.id ? -1 : 1))
      .map(({ path }) => ticketCalendar(t.ctx(), path.split('s=')[1] ?? '')),
  );
  expect(over).toContain('STATUS:CANCELLED');
  expect(over).not.toMatch(/请出示|VALARM/);
  expect(kept).not.toContain('STATUS:CANCELLED');
});
