import { settlePayment } from '#server/modules/orders/index.ts';
import { joinWaiting, orderTickets, ownTickets } from '#server/modules/salons/index.ts';
import type { TestApp } from './app.ts';
import { type Person, payAtProvider } from './market.ts';
import { kindForm, makeSalon, salonForm, seats } from './salons.ts';

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
    ...{ ticket, waiting: waiting.id, salon_form: salonForm(t) },
  };
}
