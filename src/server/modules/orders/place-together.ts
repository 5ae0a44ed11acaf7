import { ORDER_WAITING } from '#contract/order.ts';
import { type Ctx, createCtx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { batchedWrite } from '../../db/batched.ts';
import { deleteUnseen, insertOrders, lockFreeOfRivals, type NewOrder, type OrderWithQr } from './repo.ts';
import { type OrderSubject, rivalsOf } from './subjects.ts';

/** An order as it was just written, without reading it again. */
export function withId({ payment, ...row }: NewOrder, id: number): OrderWithQr {
  return {
    ...row,
    id,
    status: ORDER_WAITING,
    close_reason: '',
    paid_at: null,
    paid_key: null,
    closed_at: null,
    refunded_pay_fen: 0,
    refunded_balance_fen: 0,
    publisher_back_fen: 0,
    payment_status: payment ? 'waiting' : null,
    qr_text: payment?.qr_text ?? null,
    payment_no: payment?.payment_no ?? null,
  } as OrderWithQr;
}

/** An order that is paid by QR alone, of a buyer of whom no open order of it was seen. */
export interface Placing {
  ctx: Ctx;
  subject: OrderSubject;
  order: NewOrder;
}

/**
 * What became of it: its id, or nothing was written: another order of the buyer was first (`lost`), nothing is left of what is limited,
 * or it has to be written by itself.
 */
export type Placed = number | 'lost' | 'sold_out' | 'alone';

/**
 * Writes orders that are placed at the same moment and sets aside what they hold, in one transaction: they share its statements and its
 * commit. Locks buyers and subjects that have one open order, without waiting for anybody, then what the subjects lock, in order of names.
 */
export const placeTogether = batchedWrite(async (_db, placings: readonly Placing[]): Promise<Placed[]> => {
  const [first] = placings;
  if (!first) return [];
  const ids = [...new Set(placings.map(({ ctx }) => ctx.request_id))];
  const ctx = placings.length === 1 ? first.ctx : createCtx(first.ctx.app, { kind: 'job', name: 'orders.place' }, ids.join(','));
  return inTransaction(ctx, (tx) => placeAll(tx, placings));
});

async function placeAll(tx: TxCtx, placings: readonly Placing[]): Promise<Placed[]> {
  const placed = new Map<Placing, Placed>();
  const free = await freeOfRivals(tx, placings);
  const ids = await insertOrders(
    tx.db,
    free.map(({ order }) => order),
  );
  const written = free.flatMap((placing, at) => {
    const id = ids[at];
    return typeof id === 'number' ? [{ placing, order: withId(placing.order, id) }] : [];
  });
  for (const { placing, order } of written) placed.set(placing, order.id);
  const names = [...new Set(written.map(({ order }) => order.subject))].sort();
  for (const name of names) {
    const mine = written.filter(({ order }) => order.subject === name);
    const orders: readonly OrderWithQr[] = mine.map(({ order }) => order);
    const held = await mine[0]?.placing.subject.holdTogether?.(tx, orders);
    if (!held) continue;
    for (const [at, { placing }] of mine.entries()) if (held[at] !== true) placed.set(placing, held[at] === false ? 'sold_out' : 'alone');
  }
  await deleteUnseen(
    tx.db,
    written.flatMap(({ placing, order }) => (placed.get(placing) === order.id ? [] : [order.id])),
  );
  return placings.map((placing) => placed.get(placing) ?? 'lost');
}

/** Of a buyer and a subject with one open order the first; the others are looked at again. The unique index does it for other subjects. */
async function freeOfRivals(tx: TxCtx, placings: readonly Placing[]): Promise<Placing[]> {
  const of = (placing: Placing) => ({ ...rivalsOf(placing.subject, placing.order.subject_id), buyer_id: placing.order.buyer_id });
  const single = new Map<string, Placing>();
  for (const placing of placings.filter(({ subject }) => subject.one_open)) {
    const key = JSON.stringify(of(placing));
    if (!single.has(key)) single.set(key, placing);
  }
  const ones = [...single.values()];
  const got = ones.length > 0 ? await lockFreeOfRivals(tx.db, ones.map(of)) : [];
  const kept = new Set(ones.filter((_, at) => got[at]));
  return placings.filter((placing) => !placing.subject.one_open || kept.has(placing));
}
