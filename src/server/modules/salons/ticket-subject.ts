import { salonPath, splitPaid, TICKET_SUBJECT, type TicketHolder, unitPrice } from '#contract/salon.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { randomToken } from '../../kernel/ids.ts';
import { getSaleItem } from '../catalog/index.ts';
import { isAccountOpen } from '../identity/index.ts';
import { activeVips } from '../membership/index.ts';
import type { Offer, OrderRecord, OrderSubject, Quoting } from '../orders/index.ts';
import { getSetting } from '../settings/index.ts';
import { percentNow } from './read-salon.ts';
import { findKinds, findSalon, type SalonRow } from './repo.ts';
import { isOnSale } from './rules.ts';
import {
  endTickets,
  endWaiting,
  findBuyerHolds,
  findChoice,
  findHoldsOf,
  findOffered,
  findSalonsWithTicket,
  findTicketsOfOrders,
  type HoldRow,
  insertTickets,
  lockKinds,
  moveSeats,
  setHolds,
  setWaiting,
  takeNumbers,
  writeHold,
} from './seats.repo.ts';
import { passOn } from './seats.ts';
import { organiserShare } from './settings.ts';
import { tellLapsed } from './tell.ts';

/** So many tickets of a kind. */
export interface TicketWish {
  kind_id: number;
  count: number;
}

/** What an order keeps of a wish. */
interface SoldLine extends TicketWish {
  name: string;
  price_fen: number;
}

/** A wish with what it costs this buyer now. */
export interface TicketOffer extends Offer {
  lines: Array<SoldLine & { list_fen: number; why: 'list' | 'early' | 'member' }>;
}

const linesOf = ({ snapshot }: Pick<OrderRecord, 'snapshot'>) => JSON.parse(String(snapshot.terms?.['lines'] ?? '[]')) as SoldLine[];

/** Tickets of a salon: the id of the subject is the salon's. What is wished for is the buyer's last choice. */
export const ticketSubject: OrderSubject<TicketOffer> = ticketSale(null);

/** The same for one wish. */
export function ticketSale(wish: readonly TicketWish[] | null): OrderSubject<TicketOffer> {
  return {
    name: TICKET_SUBJECT,
    title: '沙龙门票',
    links: ({ subject_id }) => ({ page: '/personalCenter/mySalon', pay: salonPath(subject_id) }),
    quote: async (ctx, buyer_id, salon_id) =>
      quoteTickets(ctx, buyer_id, salon_id, wish ?? (await findChoice(ctx.db, salon_id, buyer_id))?.lines ?? []),
    couponType: () => 0,
    texts: () => ({ noun: '门票', owned: '您已有这些门票', sold_out: '余票不足，请减少张数或加入候补' }),
    hold: holdSeats,
    release: releaseSeats,
    fulfil: makeTickets,
    isWanted: areSeatsLeft,
    async revoke(tx, order) {
      const tickets = await findTicketsOfOrders(tx.db, [order.id]);
      await giveSeatsBack(
        tx,
        tickets.map(({ id }) => id),
        'refunded',
      );
    },
    usable: async (ctx, user_id, ids) => new Set(await findSalonsWithTicket(ctx.db, user_id, ids)),
    // later than the time of whole refunds tickets go back one by one, by the rules of their date
    async isUsed(ctx, order) {
      const salon = await findSalon(ctx.db, order.subject_id);
      const tickets = await findTicketsOfOrders(ctx.db, [order.id]);
      return !salon || tickets.some((ticket) => ticket.state !== 'valid' || percentNow(ctx, salon, ticket) < 100);
    },
  };
}

async function quoteTickets(ctx: Ctx, buyer_id: number, salon_id: number, wish: readonly TicketWish[]): Promise<Quoting<TicketOffer>> {
  const salon = await findSalon(ctx.db, salon_id);
  if (!salon || salon.opened_at === null) return { refusal: notFound('沙龙不存在'), price_fen: null };
  const closed = await whyClosed(ctx, salon);
  if (closed !== null) return { refusal: conflict(closed), price_fen: null };
  if (wish.length === 0) return { refusal: invalid({ tickets: '请选择门票' }), price_fen: null };
  const [kinds, is_member] = [(await findKinds(ctx.db, [salon_id])).get(salon_id) ?? [], (await activeVips(ctx, buyer_id)).size > 0];
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
  const snapshot = { title: `${salon.title} 门票`, cover_src: '', kind: 0, format: '', terms: { lines: JSON.stringify(kept) } };
  const publisher = { id: salon.owner_id, share_bp: await getSetting(ctx, organiserShare) };
  return {
    offer: { list_price_fen: sum(({ list_fen }) => list_fen), price_fen: sum((line) => line.price_fen), snapshot, publisher, lines },
  };
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

/** Seats for an open order. What the buyer had set aside for the same salon counts towards it; what is left of that is passed on. */
async function holdSeats(tx: TxCtx, order: OrderRecord): Promise<boolean> {
  const lines = linesOf(order);
  const before = await findHoldsOf(tx.db, [order.id]);
  const seats = await holdersOf(tx, order, before);
  const kept = (await findBuyerHolds(tx.db, order.subject_id, order.buyer_id)).filter(
    (one) => one.state === 'moving' || (one.order_id === null && lines.some(({ kind_id }) => kind_id === one.kind_id)),
  );
  const kind_ids = [...new Set([...lines, ...kept].map(({ kind_id }) => kind_id))];
  await lockKinds(tx.db, kind_ids);
  for (const one of kept) await moveSeats(tx.db, one.kind_id, { held: -one.count });
  await setHolds(
    tx.db,
    kept.map(({ id }) => id),
    'released',
  );
  for (const { kind_id, count } of lines) {
    if (!(await moveSeats(tx.db, kind_id, { held: count }))) return false;
    const waiting_id = kept.find((one) => one.kind_id === kind_id)?.waiting_id ?? null;
    const holders = seats.filter((holder) => holder.kind_id === kind_id);
    await writeHold(tx.db, {
      ...{ salon_id: order.subject_id, kind_id, buyer_id: order.buyer_id, order_id: order.id, waiting_id, count, holders },
      expires_at: order.expires_at,
    });
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
  const fits = linesOf(order).every(({ kind_id, count }) => holders?.filter((holder) => holder.kind_id === kind_id).length === count);
  if (!holders || !fits) throw conflict('您在别处更改了选择，请重新提交');
  return holders;
}

async function releaseSeats(tx: TxCtx, order: OrderRecord, reason: string): Promise<void> {
  const holds = (await findHoldsOf(tx.db, [order.id])).filter(({ state }) => state === 'held');
  const ids = holds.map(({ id }) => id);
  if (reason === 'recreated') return setHolds(tx.db, ids, 'moving');
  const kind_ids = holds.map(({ kind_id }) => kind_id);
  await lockKinds(tx.db, kind_ids);
  for (const { kind_id, count } of holds) await moveSeats(tx.db, kind_id, { held: -count });
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

/** Held seats become sold ones, and each a ticket of its own. */
async function makeTickets(tx: TxCtx, orders: readonly OrderRecord[]): Promise<boolean[]> {
  const holds = (
    await findHoldsOf(
      tx.db,
      orders.map(({ id }) => id),
    )
  ).filter(({ state }) => state === 'held');
  await lockKinds(
    tx.db,
    holds.map(({ kind_id }) => kind_id),
  );
  for (const order of orders.toSorted((a, b) => a.subject_id - b.subject_id || a.id - b.id)) {
    const mine = holds.filter(({ order_id }) => order_id === order.id);
    assert(mine.length > 0, `order ${order.orderid} holds no seats`);
    for (const { kind_id, count } of mine) {
      assert(await moveSeats(tx.db, kind_id, { held: -count, sold: count }), `kind ${kind_id} lost its held seats`);
    }
    await setHolds(
      tx.db,
      mine.map(({ id }) => id),
      'sold',
    );
    await endWaiting(
      tx.db,
      order.buyer_id,
      mine.map(({ kind_id }) => kind_id),
    );
    await writeTickets(tx, order, mine);
  }
  return orders.map(() => true);
}

async function writeTickets(tx: TxCtx, order: OrderRecord, holds: readonly HoldRow[]): Promise<void> {
  const prices = new Map(linesOf(order).map(({ kind_id, price_fen }) => [kind_id, price_fen]));
  const seats = holds.flatMap(({ kind_id, holders }) => holders.map((holder) => ({ ...holder, kind_id })));
  const paid = splitPaid(
    order.pay_fen + order.balance_fen,
    seats.map(({ kind_id }) => prices.get(kind_id) ?? 0),
  );
  const first = await takeNumbers(tx.db, order.subject_id, seats.length);
  await insertTickets(
    tx.db,
    seats.map(({ kind_id, name, phone, answers }, at) => ({
      ...{ salon_id: order.subject_id, kind_id, order_id: order.id, orderid: order.orderid, buyer_id: order.buyer_id },
      ...{ holder_name: name, holder_phone: phone, answers, paid_fen: paid[at] ?? 0, secret: randomToken(16), seq: first + at },
      created_at: tx.app.clock.now(),
    })),
  );
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

/**
 * Ends tickets that are good still, frees their seats and passes them on, in the caller's transaction. Locks the kinds.
 * @returns how many ended by this
 */
export async function giveSeatsBack(tx: TxCtx, ticket_ids: readonly number[], state: 'refunded' | 'revoked'): Promise<number> {
  const ended = await endTickets(tx.db, ticket_ids, state, tx.app.clock.now());
  const kind_ids = [...new Set(ended.map(({ kind_id }) => kind_id))];
  await lockKinds(tx.db, kind_ids);
  for (const kind_id of kind_ids) {
    const count = ended.filter((ticket) => ticket.kind_id === kind_id).length;
    assert(await moveSeats(tx.db, kind_id, { sold: -count }), `kind ${kind_id} has sold fewer than its tickets`);
  }
  await passOn(tx, kind_ids);
  return ended.length;
}
