import { KINDS } from '#contract/kinds.ts';
import { SALON_CALLS } from '#contract/salon.ts';
import { settlePayment } from '#server/modules/orders/index.ts';
import { orderTickets, ownTickets } from '#server/modules/salons/index.ts';
import type { TestApp } from './app.ts';
import { payAtProvider } from './market.ts';
import type { Person } from './people.ts';
import { makeSalon, seats } from './salons.ts';

/** What the reading calls of salons need to be answered for `owner`, by path: an own salon, and a ticket of it. */
export async function salonReads(t: TestApp, owner: Person): Promise<Record<string, Record<string, string | number>>> {
  const ctx = t.ctx(owner.actor);
  const { id, kinds } = await makeSalon(t, { owner_id: owner.id });
  const kind_id = kinds[0]?.id as number;
  const lines = [{ kind_id, count: 1 }];
  const order = await orderTickets(ctx, { id, lines, holders: seats(kind_id), balance: false, user_coupon_id: 0, cache: false });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  const s = (await ownTickets(ctx, { page: 1, limit: 1 })).list[0]?.path.split('s=')[1] ?? '';
  return {
    [KINDS.salon.calls.detail.path]: { id },
    [KINDS.salon.calls.related.path]: { id },
    [SALON_CALLS.pricelist]: { id },
    [SALON_CALLS.bought]: { orderid: order.orderid },
    [SALON_CALLS.form]: { id },
    [SALON_CALLS.pdf]: { s },
    [SALON_CALLS.ics]: { s },
  };
}
