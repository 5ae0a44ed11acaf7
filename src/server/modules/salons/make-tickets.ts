import { splitPaid } from '#contract/salon.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { randomToken } from '../../kernel/ids.ts';
import type { OrderRecord } from '../orders/index.ts';
import {
  endWaiting,
  findHoldsOf,
  type HoldRow,
  insertTickets,
  lockKinds,
  moveAllSeats,
  type NewTicket,
  setHolds,
  takeNumbers,
} from './seats.repo.ts';
import { linesOf } from './sold-lines.ts';

/** Held seats become sold ones, and each a ticket of its own: a few statements, however many orders. Locks the kinds, then the salons' numbers. */
export async function makeTickets(tx: TxCtx, orders: readonly OrderRecord[]): Promise<void> {
  const all = await findHoldsOf(
    tx.db,
    orders.map(({ id }) => id),
  );
  const holds = Map.groupBy(
    all.filter(({ state }) => state === 'held'),
    ({ order_id }) => order_id,
  );
  for (const { id, orderid } of orders) assert(holds.has(id), `order ${orderid} holds no seats`);
  const held = [...holds.values()].flat();
  await setHolds(
    tx.db,
    held.map(({ id }) => id),
    'sold',
  );
  await lockKinds(
    tx.db,
    held.map(({ kind_id }) => kind_id),
  );
  const moves = held.map(({ kind_id, count }) => ({ kind_id, held: -count, sold: count }));
  assert(await moveAllSeats(tx.db, moves), `a kind of ${orders.map(({ orderid }) => orderid)} lost its held seats`);
  await endWaiting(tx.db, held);
  const tickets = orders
    .toSorted((a, b) => a.subject_id - b.subject_id || a.id - b.id)
    .flatMap((order) => ticketsOf(order, holds.get(order.id) ?? [], tx.app.clock.now()));
  const counts = new Map<number, number>();
  for (const { salon_id } of tickets) counts.set(salon_id, (counts.get(salon_id) ?? 0) + 1);
  const next = await takeNumbers(tx.db, counts);
  const numbered = tickets.map((ticket) => {
    const seq = next.get(ticket.salon_id);
    assert(seq !== undefined, `salon ${ticket.salon_id} is gone`);
    next.set(ticket.salon_id, seq + 1);
    return { ...ticket, seq };
  });
  await insertTickets(tx.db, numbered);
}

function ticketsOf(order: OrderRecord, holds: readonly HoldRow[], created_at: Date): Array<Omit<NewTicket, 'seq'>> {
  const prices = new Map(linesOf(order).map(({ kind_id, price_fen }) => [kind_id, price_fen]));
  const seats = holds.flatMap(({ kind_id, holders }) => holders.map((holder) => ({ ...holder, kind_id })));
  const paid = splitPaid(
    order.pay_fen + order.balance_fen,
    seats.map(({ kind_id }) => prices.get(kind_id) ?? 0),
  );
  return seats.map(({ kind_id, name, phone, answers, seat_id = null }, at) => ({
    ...{ salon_id: order.subject_id, kind_id, order_id: order.id, orderid: order.orderid, buyer_id: order.buyer_id },
    ...{ holder_name: name, holder_phone: phone, answers, paid_fen: paid[at] ?? 0, secret: randomToken(16) },
    ...{ created_at, seat_id },
  }));
}
