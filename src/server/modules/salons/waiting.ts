import { ORDER_TICKETS_MAX, TICKET_SUBJECT, type WaitingEntry } from '#contract/salon.ts';
import { actingAs, type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { placeOrder, supersedeOrder } from '../orders/index.ts';
import { checkHolders, type HolderInput } from './holders.ts';
import { findKinds, findSalon, findSalons, type SalonRow } from './repo.ts';
import { isOnSale } from './rules.ts';
import {
  countAhead,
  findBuyerHolds,
  findReserved,
  findUnplaced,
  findWaiting,
  findWaitingOf,
  insertWaiting,
  lockKinds,
  lockRunning,
  lockWaiting,
  moveSeats,
  saveChoice,
  setHolds,
  setWaiting,
  type WaitingRow,
} from './seats.repo.ts';
import { passOn } from './seats.ts';
import { tellLapsed, tellListEnded, tellOffer } from './tell.ts';
import { ticketSale, whyClosed } from './ticket-subject.ts';

/**
 * Ends the waiting lists of a salon that does not take place or is over, and notifies who waited. Reserved seats without an order become free;
 * those of an order are the order's. Idempotent. Locks the kinds, then the entries.
 */
export async function endWaitingLists(tx: TxCtx, salon: SalonRow, text: string): Promise<void> {
  const kinds = (await findKinds(tx.db, [salon.item_id])).get(salon.item_id) ?? [];
  await lockKinds(
    tx.db,
    kinds.map(({ id }) => id),
  );
  await endEntries(tx, salon, await lockRunning(tx.db, salon.item_id), { text, of: '' });
}

/** The same for a kind of tickets that its organiser took out. An order of reserved seats may still be paid. The caller holds the kinds. */
export async function endListOfKind(tx: TxCtx, salon: SalonRow, kind: { id: number; name: string }): Promise<void> {
  const running = await lockRunning(tx.db, salon.item_id);
  const entries = running.filter(({ kind_id, offer_order_id }) => kind_id === kind.id && offer_order_id === null);
  await endEntries(tx, salon, entries, {
    text: `不再提供“${kind.name}”，这个票种的候补随之结束。其他票种可以在沙龙页面选购。`,
    of: `:${kind.id}`,
  });
}

/** `of`: which list of the salon ended, for the message's key. */
async function endEntries(tx: TxCtx, salon: SalonRow, entries: readonly WaitingRow[], { text, of }: { text: string; of: string }) {
  for (const { id } of entries.filter(({ state, offer_order_id }) => state === 'offered' && offer_order_id === null)) {
    for (const hold of await findReserved(tx.db, id)) {
      await moveSeats(tx.db, hold.kind_id, { held: -hold.count });
      await setHolds(tx.db, [hold.id], 'released');
    }
  }
  await setWaiting(
    tx.db,
    entries.map(({ id }) => id),
    { state: 'lapsed' },
  );
  const user_ids = entries.map(({ user_id }) => user_id);
  await tellListEnded(tx, salon, user_ids, { text, of });
}

/**
 * Puts the reader on the waiting list of a kind that is sold out; who holds the place is asked now, so that the offer is an order.
 * @throws AppError 404; 409 while there are seats, or they wait already; code 1 for the form
 */
export async function joinWaiting(
  ctx: Ctx,
  { id, kind_id, count, holders }: { id: number; kind_id: number; count: number; holders: HolderInput[] },
): Promise<WaitingEntry> {
  const user_id = requireUser(ctx);
  if (count < 1 || count > ORDER_TICKETS_MAX) throw invalid({ count: `一次最多 ${ORDER_TICKETS_MAX} 张` });
  const salon = await findSalon(ctx.db, id);
  if (!salon || salon.opened_at === null) throw notFound('沙龙不存在');
  const closed = await whyClosed(ctx, salon);
  if (closed) throw conflict(closed);
  const seats = await checkHolders(ctx, id, [{ kind_id, count }], holders);
  const made = await inTransaction(ctx, async (tx) => {
    const kind = (await lockKinds(tx.db, [kind_id])).get(kind_id);
    const now = tx.app.clock.now();
    if (kind?.salon_id !== id || !isOnSale(kind, now)) throw notFound('没有这个票种');
    if (kind.capacity - kind.sold - kind.held >= count) throw conflict('还有余票，可以直接购买');
    if (count > kind.capacity) throw invalid({ count: `该票种一共只有 ${kind.capacity} 个名额` });
    const row = await insertWaiting(tx.db, { salon_id: id, kind_id, user_id, count, holders: seats, since: now });
    if (!row) throw conflict('您已在这个票种的候补名单中');
    return row;
  });
  return (await entriesOf(ctx, [made]))[0] as WaitingEntry;
}

/** Leaves the list; reserved seats go to the next at once. Twice is the same as once. @throws AppError 404 for what is not theirs */
export async function leaveWaiting(ctx: Ctx, waiting_id: number): Promise<void> {
  const user_id = requireUser(ctx);
  const found = await findWaiting(ctx.db, waiting_id);
  if (found?.user_id !== user_id) throw notFound('没有这条候补');
  await inTransaction(ctx, async (tx) => {
    // an order of these seats is closed first: it is locked before the entry everywhere
    if (found.state === 'offered' && (await findWaiting(tx.db, waiting_id))?.offer_order_id) {
      await supersedeOrder(tx, user_id, { subject: TICKET_SUBJECT, subject_id: found.salon_id });
    }
    await lockKinds(tx.db, [found.kind_id]);
    const row = await lockWaiting(tx.db, waiting_id);
    if (row?.state === 'waiting') await setWaiting(tx.db, [waiting_id], { state: 'left' });
    if (row?.state === 'offered' && row.offer_order_id === null) await giveUp(tx, row, 'declined');
  });
}

/** Own entries that run: of one salon, or of all. */
export async function ownWaiting(ctx: Ctx, salon_id: number | null): Promise<WaitingEntry[]> {
  return entriesOf(ctx, await findWaitingOf(ctx.db, requireUser(ctx), salon_id));
}

async function entriesOf(ctx: Ctx, rows: readonly WaitingRow[]): Promise<WaitingEntry[]> {
  const ids = [...new Set(rows.map((row) => row.salon_id))];
  const [salons, kinds] = [await findSalons(ctx.db, ids), await findKinds(ctx.db, ids)];
  const found: WaitingEntry[] = [];
  for (const row of rows) {
    found.push({
      ...{ id: row.id, salon_id: row.salon_id, title: salons.get(row.salon_id)?.title ?? '', kind_id: row.kind_id, count: row.count },
      kind_name: kinds.get(row.salon_id)?.find(({ id }) => id === row.kind_id)?.name ?? '',
      state: row.state === 'offered' ? 'offered' : 'waiting',
      since: unixSeconds(row.since),
      offer_until: row.state === 'offered' && row.offer_until ? unixSeconds(row.offer_until) : 0,
      ahead: row.state === 'waiting' ? await countAhead(ctx.db, row) : 0,
    });
  }
  return found;
}

/** Gives reserved seats back that have no order, and passes them on. The caller holds the kind's row. */
async function giveUp(tx: TxCtx, row: WaitingRow, state: 'declined' | 'lapsed' | 'waiting'): Promise<void> {
  for (const hold of await findReserved(tx.db, row.id)) {
    await moveSeats(tx.db, hold.kind_id, { held: -hold.count });
    await setHolds(tx.db, [hold.id], 'released');
  }
  await setWaiting(tx.db, [row.id], { state, offer_until: null });
  await passOn(tx, [row.kind_id]);
}

/**
 * Places the orders for reserved seats, as their users, and notifies them. What cannot be placed goes to the next. Safe in parallel: one entry is
 * one key. @returns how many were placed
 */
export async function placeOffers(ctx: Ctx, batch = 100): Promise<number> {
  let placed = 0;
  for (const row of await findUnplaced(ctx.db, batch)) {
    const { salon_id, user_id: buyer_id, kind_id, count, holders, offer_until } = row;
    const busy = (await findBuyerHolds(ctx.db, salon_id, buyer_id)).some(({ order_id }) => order_id !== null);
    const late = offer_until === null || offer_until <= ctx.app.clock.now();
    try {
      if (busy || late) {
        await dropOffer(ctx, row, busy ? 'waiting' : 'lapsed');
        continue;
      }
      const own = actingAs(ctx, { kind: 'user', user_id: buyer_id, token_id: 0, roles: [], address: '' });
      const lines = [{ kind_id, count }];
      await saveChoice(ctx.db, { salon_id, buyer_id, lines, holders, chosen_at: ctx.app.clock.now() });
      const choice = { subject_id: salon_id, use_balance: false, coupon_id: 0, expires_at: offer_until };
      // a place that came back to the list is offered again under another key
      const order = await placeOrder(own, ticketSale(lines), {
        ...choice,
        idempotency_key: `waiting-${row.id}-${unixSeconds(offer_until)}`,
      });
      await tellOffer(ctx, row, order.status === 2);
      placed += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      ctx.log.warn({ err: error, waiting_id: row.id }, 'a kept seat could not be ordered');
      // a sale that was stopped meanwhile is not the user's fault: the place on the list stays
      const stopped = !(await isKindOnSale(ctx, row));
      await dropOffer(ctx, row, stopped ? 'waiting' : 'lapsed', `没能下单（${error.message}）`);
    }
  }
  return placed;
}

async function isKindOnSale(ctx: Ctx, { salon_id, kind_id }: WaitingRow): Promise<boolean> {
  const kind = (await findKinds(ctx.db, [salon_id])).get(salon_id)?.find(({ id }) => id === kind_id);
  return kind !== undefined && isOnSale(kind, ctx.app.clock.now());
}

/** Frees reserved seats without an order. A user who loses the place on the list receives the reason. */
async function dropOffer(ctx: Ctx, row: WaitingRow, state: 'lapsed' | 'waiting', why = '没有来得及下单'): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockKinds(tx.db, [row.kind_id]);
    const now = await lockWaiting(tx.db, row.id);
    if (now?.state !== 'offered' || now.offer_order_id !== null) return;
    await giveUp(tx, now, state);
    if (state === 'lapsed') await tellLapsed(tx, now, why);
  });
}
