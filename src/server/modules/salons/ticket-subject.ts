import type { SavedBy } from '#contract/order.ts';
import type { OrderPart } from '#contract/outputs/order.ts';
import { salonPath, TICKET_SUBJECT, unitPrice } from '#contract/salon.ts';
import { type Ctx, isTx, readTogether, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { getSaleItem } from '../catalog/index.ts';
import { isAccountOpen } from '../identity/index.ts';
import { activeVips, takeMembership } from '../membership/index.ts';
import type { Offer, OrderRecord, OrderSubject, Quoting } from '../orders/index.ts';
import { getSetting } from '../settings/index.ts';
import { chairsOfOrder, freeChairs } from './chairs.repo.ts';
import { holdSeats, holdSeatsTogether } from './hold-seats.ts';
import { makeTickets } from './make-tickets.ts';
import { percentNow } from './read-salon.ts';
import { findKindsOf, findNotOver, findSalon, type SalonRow, type TicketRow } from './repo.ts';
import { isOnSale } from './rules.ts';
import {
  endTickets,
  findChoice,
  findHoldsOf,
  findOffered,
  findSalonsWithTicket,
  findTicketsOfOrders,
  lockKinds,
  lockTicketsOfOrder,
  moveAllSeats,
  noteRefunded,
  setHolds,
  setWaiting,
} from './seats.repo.ts';
import { passOn } from './seats.ts';
import { organiserShare } from './settings.ts';
import { linesOf, type SoldLine, type TicketWish } from './sold-lines.ts';
import { tellGone, tellLapsed } from './tell.ts';

/** A wish with what it costs this buyer now. */
export interface TicketOffer extends Offer {
  lines: Array<SoldLine & { list_fen: number; why: 'list' | 'early' | 'member' }>;
}

/** Tickets of a salon: the id of the subject is the salon's. What is wished for is the buyer's last choice. */
export const ticketSubject: OrderSubject<TicketOffer> = ticketSale(null);

/** The same for one wish. */
export function ticketSale(wish: readonly TicketWish[] | null): OrderSubject<TicketOffer> {
  return {
    name: TICKET_SUBJECT,
    title: '沙龙门票',
    links: ({ subject_id, orderid }) => ({
      ...{ page: '/personalCenter/mySalon', done: `/salon/success?order=${orderid}`, pay: salonPath(subject_id) },
    }),
    quote: async (ctx, buyer_id, salon_id) =>
      quoteTickets(ctx, buyer_id, salon_id, wish ?? (await findChoice(ctx.db, salon_id, buyer_id))?.lines ?? []),
    couponType: () => 0,
    texts: () => ({ noun: '门票', owned: '您已有这些门票', sold_out: '余票不足，请减少张数或加入候补' }),
    hold: holdSeats,
    holdTogether: holdSeatsTogether,
    release: releaseSeats,
    // a second ticket is a ticket: nothing is refused here, and all is given by `finish`
    async fulfil(tx, orders) {
      // a part of the balance locks accounts, which come after the kinds; `finish` locks those of all others later
      const early = orders.filter(({ balance_fen }) => balance_fen > 0);
      await lockKinds(
        tx.db,
        early.flatMap((order) => linesOf(order).map(({ kind_id }) => kind_id)),
      );
      return orders.map(() => true);
    },
    finish: makeTickets,
    isWanted: areSeatsLeft,
    async revoke(tx, order, { amount_fen }) {
      const tickets = await lockTicketsOfOrder(tx.db, order.id);
      await spreadRefund(tx, tickets, order.refunded_pay_fen + order.refunded_balance_fen + amount_fen);
      await giveSeatsBack(
        tx,
        tickets.map(({ id }) => id),
        'refunded',
      );
    },
    usable: async (ctx, user_id, ids) => new Set(await findSalonsWithTicket(ctx.db, user_id, ids)),
    // tickets go back until the date, and all of them when it is cancelled
    returnable: (ctx, publisher_id) => findNotOver(ctx.db, publisher_id),
    parts: seatParts,
    ways: ['ticket', 'late'],
    // later than the time of whole refunds tickets go back one by one, by the rules of their date
    async usedBy(ctx, order) {
      const salon = await findSalon(ctx.db, order.subject_id);
      const tickets = isTx(ctx) ? await lockTicketsOfOrder(ctx.db, order.id) : await findTicketsOfOrders(ctx.db, [order.id]);
      const is_late = !salon || tickets.some((ticket) => percentNow(ctx, salon, ticket) < 100);
      return [...(tickets.some(({ state }) => state !== 'valid') ? ['ticket' as const] : []), ...(is_late ? ['late' as const] : [])];
    },
    part: { none: '门票不能只退一部分金额，请在沙龙门票列表逐张退票' },
    async takeOffer(ctx, user_id, { lines }) {
      return !lines.some(({ why }) => why === 'member') || takeMembership(ctx, { user_id, way: 'member_price' });
    },
  };
}

async function quoteTickets(ctx: Ctx, buyer_id: number, salon_id: number, wish: readonly TicketWish[]): Promise<Quoting<TicketOffer>> {
  const salon = await findSalon(ctx.db, salon_id);
  if (!salon || salon.opened_at === null) return { refusal: notFound('沙龙不存在'), price_fen: null };
  const closed = await whyClosed(ctx, salon);
  if (closed !== null) return { refusal: conflict(closed), price_fen: null };
  if (wish.length === 0) return { refusal: invalid({ tickets: '请选择门票' }), price_fen: null };
  const [kinds, vips] = await readTogether(
    ctx,
    () => findKindsOf(ctx.db, salon_id),
    () => activeVips(ctx, buyer_id),
  );
  const is_member = vips.size > 0;
  const now_ms = ctx.app.clock.now().getTime();
  const lines: TicketOffer['lines'] = [];
  for (const { kind_id, count } of wish.toSorted((a, b) => a.kind_id - b.kind_id)) {
    const kind = kinds.find(({ id }) => id === kind_id);
    if (!kind || !isOnSale(kind, ctx.app.clock.now())) return { refusal: conflict('所选票种已停售，请重新选择'), price_fen: null };
    const unit = unitPrice({ ...kind, early_until_ms: kind.early_until?.getTime() ?? null }, { is_member, now_ms });
    lines.push({ kind_id, count, name: kind.name, price_fen: unit.fen, list_fen: kind.price_fen, why: unit.why });
  }
  const sum = (of: (line: TicketOffer['lines'][number]) => number) => lines.reduce((total, line) => total + of(line) * line.count, 0);
  // a free ticket beside paid ones could not be given back on its own
  if (lines.some(({ price_fen }) => price_fen === 0) && sum(({ price_fen }) => price_fen) > 0) {
    return { refusal: invalid({ tickets: '免费票与付费票请分开下单' }), price_fen: null };
  }
  const kept: SoldLine[] = lines.map(({ kind_id, count, name, price_fen }) => ({ kind_id, count, name, price_fen }));
  const snapshot = {
    ...{ title: `${salon.title} 门票`, cover_src: '', kind: 0, format: '', terms: { lines: JSON.stringify(kept) } },
    saved_by: savedBy(lines),
  };
  const publisher = { id: salon.owner_id, share_bp: await getSetting(ctx, organiserShare) };
  return {
    offer: { list_price_fen: sum(({ list_fen }) => list_fen), price_fen: sum((line) => line.price_fen), snapshot, publisher, lines },
  };
}

function savedBy(lines: TicketOffer['lines']): SavedBy {
  const [early, member] = (['early', 'member'] as const).map((reason) => lines.some(({ why }) => why === reason));
  return early ? (member ? 'early_member' : 'early') : 'member';
}

/** Why tickets are not sold now, or null: it is not open, its organiser's account was blocked, or reports have hidden it until people decide. */
export async function whyClosed(ctx: Ctx, salon: Pick<SalonRow, 'item_id' | 'owner_id' | 'state' | 'starts_at'>): Promise<string | null> {
  const closed = whyNotSold(salon, ctx.app.clock.now());
  if (closed !== null) return closed;
  if (!(await isAccountOpen(ctx, salon.owner_id))) return '主办方的账号已停用，暂停报名';
  return (await getSaleItem(ctx, salon.item_id))?.status === 'published' ? null : '这场沙龙正在核查，暂停报名';
}

function whyNotSold(salon: Pick<SalonRow, 'state' | 'starts_at'>, now: Date): string | null {
  if (salon.state === 'cancelled') return '这场沙龙已取消';
  if (salon.state === 'over') return '这场沙龙已结束';
  if (salon.state !== 'open') return '这场沙龙还没有开放报名';
  return salon.starts_at === null || salon.starts_at <= now ? '沙龙已开始，报名结束' : null;
}

/** The chairs of an order, where it has some. */
async function seatParts(ctx: Ctx, { id }: OrderRecord): Promise<OrderPart[]> {
  const none = { text: '', starts_at: 0, ends_at: 0 };
  const tickets = await findTicketsOfOrders(ctx.db, [id]);
  if (tickets.length === 0) return (await chairsOfOrder(ctx.db, id)).map((title) => ({ ...none, title, state: 'unpaid' }));
  if (tickets.every(({ seat }) => seat === '')) return [];
  return tickets.map(({ seat, seq, holder_name }) => ({
    ...{ ...none, title: seat || `${seq} 号票`, text: holder_name },
    state: seat === '' ? 'ended' : 'active',
  }));
}

async function releaseSeats(tx: TxCtx, order: OrderRecord, reason: string): Promise<void> {
  const holds = (await findHoldsOf(tx.db, [order.id])).filter(({ state }) => state === 'held');
  const ids = holds.map(({ id }) => id);
  if (reason === 'recreated') return setHolds(tx.db, ids, 'moving');
  const kind_ids = holds.map(({ kind_id }) => kind_id);
  await lockKinds(tx.db, kind_ids);
  await moveAllSeats(
    tx.db,
    holds.map(({ kind_id, count }) => ({ kind_id, held: -count })),
  );
  await setHolds(tx.db, ids, 'released');
  const waited = await findOffered(
    tx.db,
    holds.flatMap(({ waiting_id }) => waiting_id ?? []),
  );
  await setWaiting(
    tx.db,
    waited.map(({ id }) => id),
    { state: reason === 'expired' ? 'lapsed' : 'declined' },
  );
  if (reason === 'expired') for (const entry of waited) await tellLapsed(tx, entry, '没有在约定的时间前支付');
  await passOn(tx, kind_ids);
}

/** Whether a closed order that is paid late still finds its seats. */
async function areSeatsLeft(tx: TxCtx, order: OrderRecord): Promise<boolean> {
  const salon = await findSalon(tx.db, order.subject_id);
  if (!salon || (await whyClosed(tx, salon)) !== null) return false;
  const lines = linesOf(order);
  const kinds = await lockKinds(
    tx.db,
    lines.map(({ kind_id }) => kind_id),
  );
  return lines.every(({ kind_id, count }) => {
    const kind = kinds.get(kind_id);
    return kind?.is_on === true && kind.capacity - kind.sold - kind.held >= count;
  });
}

/** Tickets say what of their order went back: what single ones do not say yet stands with those that are good still, then with the others. */
async function spreadRefund(tx: TxCtx, tickets: readonly TicketRow[], back_fen: number): Promise<void> {
  let rest = back_fen - tickets.reduce((sum, { refunded_fen }) => sum + refunded_fen, 0);
  const isOver = ({ state }: TicketRow) => Number(state === 'refunded' || state === 'revoked');
  for (const ticket of tickets.toSorted((a, b) => isOver(a) - isOver(b))) {
    const more = Math.min(rest, ticket.paid_fen - ticket.refunded_fen);
    if (more > 0) await noteRefunded(tx.db, ticket.id, ticket.refunded_fen + more);
    rest -= more;
  }
}

/**
 * Ends tickets that are good still, frees their seats and passes them on, in the caller's transaction. Locks the kinds.
 * @returns how many ended by this
 */
export async function giveSeatsBack(tx: TxCtx, ticket_ids: readonly number[], state: 'refunded' | 'revoked'): Promise<number> {
  const ended = await endTickets(tx.db, ticket_ids, state, tx.app.clock.now());
  const kind_ids = [...new Set(ended.map(({ kind_id }) => kind_id))];
  await lockKinds(tx.db, kind_ids);
  const moves = ended.map(({ kind_id }) => ({ kind_id, sold: -1 }));
  assert(await moveAllSeats(tx.db, moves), `a kind of ${kind_ids} has sold fewer than its tickets`);
  await freeChairs(
    tx.db,
    ended.map(({ id }) => id),
  );
  await passOn(tx, kind_ids);
  await tellGone(tx, ended);
  return ended.length;
}
