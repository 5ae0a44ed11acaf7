import { settlePayment } from '#server/modules/orders/index.ts';
import { joinWaiting, orderTickets, ownTickets } from '#server/modules/salons/index.ts';
import type { TestApp } from './app.ts';
import { type Person, payAtProvider } from './market.ts';
import { kindForm, makeSalon, seats } from './salons.ts';

type Declared = { expect: 'refused' | 'public'; with?: Record<string, unknown>; why?: string };
const of = (name: string, more: Record<string, unknown> = {}): Declared => ({ expect: 'refused', with: { id: name, ...more } });
const NOT_THERE = 'a salon that is not there';

/** Calls of salons for the ownership test; words in `with` are those of `salonThings`. */
export const SALON_OWNERSHIP: Record<string, Declared> = {
  'GET /api/salon/detail': { expect: 'refused', why: NOT_THERE },
  'GET /api/salon/recommend': { expect: 'public', why: 'public cards' },
  'GET /salon/buy/pricelist': { expect: 'public', with: { id: 'salon' }, why: 'what the caller would pay, and what the caller waits for' },
  'POST /salon/buy/compute': of('salon', { lines: 'salon_lines', user_coupon_id: 'published' }),
  'POST /salon/buy/order': of('salon', { lines: 'salon_lines', holders: 'salon_holders', user_coupon_id: 'published' }),
  'GET /salon/buy/bought': { expect: 'refused', with: { orderid: 'salon_order' } },
  'PUT /salon/ticket/refund': of('ticket'),
  'POST /salon/waiting': of('salon', { kind_id: 'salon_kind', count: 1, holders: 'salon_holders' }),
  'DELETE /salon/waiting': of('waiting'),
  'GET /salon/establish': of('salon'),
  'PUT /salon/establish': of('salon', { draft_key: 'foreign-salon-1', title: '改写' }),
  'POST /salon/establish': of('salon', { draft_key: 'foreign-salon-1' }),
  'PUT /salon/establish/act': of('salon', { act: 'cancel', why: '想要' }),
  'DELETE /salon/establish/draft': of('salon'),
};

/** What A has of them: a salon of their own, a ticket of it, and a place on the waiting list of one that is sold out. */
export async function salonThings(t: TestApp, { a }: { a: Person }): Promise<Record<string, unknown>> {
  const { id, kinds } = await makeSalon(t, { owner_id: a.id, kinds: [kindForm()] });
  const kind_id = kinds[0]?.id as number;
  const holders = seats(kind_id);
  const wish = { id, lines: [{ kind_id, count: 1 }], holders, balance: false, user_coupon_id: 0, cache: false };
  const order = await orderTickets(a.ctx, wish);
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  const ticket = (await ownTickets(a.ctx, { page: 1, limit: 1 })).list[0]?.id;
  const full = await makeSalon(t, { owner_id: a.id, kinds: [kindForm({ price: '0', capacity: '1' })] });
  const sold = full.kinds[0]?.id as number;
  const taken = { ...wish, id: full.id, lines: [{ kind_id: sold, count: 1 }], holders: seats(sold) };
  await orderTickets(a.ctx, taken);
  const waiting = await joinWaiting(a.ctx, { id: full.id, kind_id: sold, count: 1, holders: seats(sold) });
  return {
    ...{ salon: id, salon_kind: kind_id, salon_lines: wish.lines, salon_holders: holders, salon_order: order.orderid },
    ...{ ticket, waiting: waiting.id },
  };
}
