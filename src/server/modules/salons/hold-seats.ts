import type { TicketHolder } from '#contract/salon.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { conflict } from '../../kernel/errors.ts';
import type { OrderRecord } from '../orders/index.ts';
import { findPlaces } from './plan.ts';
import {
  findBuyerHolds,
  findChoice,
  findChosen,
  findHoldsOf,
  type HoldRow,
  lockKinds,
  moveAllSeats,
  moveSeats,
  type NewHold,
  setHolds,
  setWaiting,
  writeHolds,
} from './seats.repo.ts';
import { passOn } from './seats.ts';
import { linesOf } from './sold-lines.ts';

/** Seats for an open order. What the buyer had set aside for the same salon counts towards it; what is left of that is passed on. */
export async function holdSeats(tx: TxCtx, order: OrderRecord): Promise<boolean> {
  const lines = linesOf(order);
  const before = await findHoldsOf(tx.db, [order.id]);
  const seats = await holdersOf(tx, order, before);
  const kept = (await findBuyerHolds(tx.db, order.subject_id, order.buyer_id)).filter(
    (one) => one.state === 'moving' || (one.order_id === null && lines.some(({ kind_id }) => kind_id === one.kind_id)),
  );
  const kind_ids = [...new Set([...lines, ...kept].map(({ kind_id }) => kind_id))];
  const kinds = await lockKinds(tx.db, kind_ids);
  await moveAllSeats(
    tx.db,
    kept.map(({ kind_id, count }) => ({ kind_id, held: -count })),
  );
  await setHolds(
    tx.db,
    kept.map(({ id }) => id),
    'released',
  );
  for (const { kind_id, count } of lines) {
    if (!(await moveSeats(tx.db, kind_id, { held: count }))) return false;
    const waiting_id = kept.find((one) => one.kind_id === kind_id)?.waiting_id ?? null;
    const people = seats.filter((holder) => holder.kind_id === kind_id);
    const had = kept.filter((one) => one.kind_id === kind_id).flatMap((one) => one.holders.flatMap(({ seat_id }) => seat_id ?? []));
    const wish = { salon_id: order.subject_id, kind_id, before: had, strict: before.length === 0 };
    const holders = kinds.get(kind_id)?.seated ? await findPlaces(tx, people, wish) : people;
    await writeHolds(tx.db, [
      {
        ...{ salon_id: order.subject_id, kind_id, buyer_id: order.buyer_id, order_id: order.id, waiting_id, count, holders },
        expires_at: order.expires_at,
      },
    ]);
    if (waiting_id !== null) await setWaiting(tx.db, [waiting_id], { offer_order_id: order.id });
  }
  const dropped = kept.filter(({ kind_id, waiting_id }) => waiting_id !== null && !lines.some((line) => line.kind_id === kind_id));
  await setWaiting(
    tx.db,
    dropped.map(({ waiting_id }) => waiting_id as number),
    { state: 'declined' },
  );
  if (kept.length > 0) await passOn(tx, kind_ids);
  return true;
}

/** Who sits on the seats: as this order held them before, else as the buyer chose last. */
async function holdersOf(tx: TxCtx, order: OrderRecord, before: readonly HoldRow[]): Promise<TicketHolder[]> {
  const holders =
    before.length > 0 ? before.flatMap((one) => one.holders) : (await findChoice(tx.db, order.subject_id, order.buyer_id))?.holders;
  if (!holders || !areFor(linesOf(order), holders)) throw conflict('您在别处更改了选择，请重新提交');
  return holders;
}

/**
 * Seats for open orders that were placed at the same moment, the first placed first: a few statements, however many. Null where the buyer
 * has seats of the salon set aside already, or chose again meanwhile: such an order is held by itself. Locks the kinds.
 */
export async function holdSeatsTogether(tx: TxCtx, orders: readonly OrderRecord[]): Promise<Array<boolean | null>> {
  const chosen = await findChosen(
    tx.db,
    orders.map(({ subject_id, buyer_id }) => ({ salon_id: subject_id, buyer_id })),
  );
  const wishes = orders.map((order, at) => {
    const { holders, has_holds } = chosen[at] as (typeof chosen)[0];
    const lines = linesOf(order);
    return { order, lines, holders: !has_holds && holders && areFor(lines, holders) ? holders : null };
  });
  const kinds = await lockKinds(
    tx.db,
    wishes.flatMap(({ lines, holders }) => (holders ? lines.map(({ kind_id }) => kind_id) : [])),
  );
  const rows: NewHold[] = [];
  const held = new Map<number, boolean | null>();
  for (const { order, lines, holders } of wishes.toSorted((a, b) => a.order.id - b.order.id)) {
    // chairs are found one order after the other
    if (lines.some(({ kind_id }) => kinds.get(kind_id)?.seated)) continue;
    const fits = lines.every(({ kind_id, count }) => {
      const kind = kinds.get(kind_id);
      return kind?.is_on === true && kind.held + kind.sold + count <= kind.capacity;
    });
    held.set(order.id, holders && fits);
    if (!holders || !fits) continue;
    for (const { kind_id, count } of lines) {
      const kind = kinds.get(kind_id);
      if (kind) kind.held += count;
      const seats = holders.filter((holder) => holder.kind_id === kind_id);
      const { subject_id: salon_id, buyer_id, id: order_id, expires_at } = order;
      rows.push({ salon_id, kind_id, buyer_id, order_id, count, holders: seats, expires_at });
    }
  }
  const moves = rows.map(({ kind_id, count }) => ({ kind_id, held: count }));
  assert(await moveAllSeats(tx.db, moves), 'kinds that are locked have fewer seats than they said');
  await writeHolds(tx.db, rows);
  return orders.map(({ id }) => held.get(id) ?? null);
}

const areFor = (lines: ReadonlyArray<{ kind_id: number; count: number }>, holders: readonly TicketHolder[]): boolean =>
  lines.every(({ kind_id, count }) => holders.filter((holder) => holder.kind_id === kind_id).length === count);
