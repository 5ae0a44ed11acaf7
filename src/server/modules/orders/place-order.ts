import { MONEY_TEXTS } from '#contract/money-texts.ts';
import { ORDER_PAID, type Order } from '#contract/order.ts';
import { type Ctx, inTransaction, readTogether, requireUser, type TxCtx } from '../../app/ctx.ts';
import { sqlState } from '../../db/pool.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import { randomToken, serialNumber } from '../../kernel/ids.ts';
import type { Fen } from '../../kernel/money.ts';
import { areLinked } from '../identity/index.ts';
import { getSetting } from '../settings/index.ts';
import { spendableBalance } from '../wallet/index.ts';
import { closeOrder, holdOrder } from './close-order.ts';
import { fulfilOrders } from './fulfil-orders.ts';
import { orderDto } from './order-dto.ts';
import { closeAtProvider } from './payments/settle-payment.ts';
import { placeTogether, withId } from './place-together.ts';
import { type Choice, COUPON_UNUSABLE_TEXT, type OrderQuote, quoteChoice } from './quote-order.ts';
import {
  findKeyedOrOpen,
  findOrder,
  findOtherOpen,
  insertOrderAlone,
  insertOrders,
  lockBuyerAndSubject,
  lockOrder,
  type NewOrder,
  type OrderWithQr,
} from './repo.ts';
import { type Amounts, isOpen, moveOrder, publisherPart } from './rules.ts';
import { orderTtl } from './settings.ts';
import { type Offer, type OrderSubject, type Quoting, rivalsOf } from './subjects.ts';

const ATTEMPTS = 6;

/** What the publisher earns by. A coupon of ours, used by an account of their own, would pay them more than it costs. */
async function sharedPrice(ctx: Ctx, buyer_id: number, publisher_id: number, { price_fen, coupon_fen }: Amounts): Promise<Fen> {
  return coupon_fen > 0 && (await areLinked(ctx, publisher_id, buyer_id)) ? price_fen - coupon_fen : price_fen;
}

export interface PlaceInput extends Choice {
  subject_id: number;
  /** Answer with the open order as it stands, if there is one and its price is today's; otherwise a new one replaces it. */
  reuse_open?: boolean;
  /** Same key, same order: a retry of a lost answer does not place a second one. */
  idempotency_key?: string;
  /** When it ends unpaid; absent: after the setting `orderTtl`. */
  expires_at?: Date;
}

/**
 * Places an order at the quoted price, holds coupon and balance, and closes the buyer's open one of the same subject (decision 0022).
 * Nothing to pay: fulfilled at once, `is_free`. Covered by the balance: waits for `payByBalance`. Else a QR that lives as long as the order.
 * @throws AppError 404 not on sale; 409 with `data.owned` when they have it; code 1 for coupon, balance or a lost race
 */
export async function placeOrder(ctx: Ctx, subject: OrderSubject, input: PlaceInput): Promise<Order> {
  const buyer_id = requireUser(ctx);
  const key = input.idempotency_key || `auto:${randomToken(16)}`;
  const of = rivalsOf(subject, input.subject_id);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [found, quoting, balance_fen] = await readTogether(
      ctx,
      () => findKeyedOrOpen(ctx.db, buyer_id, key, of),
      () => subject.quote(ctx, buyer_id, input.subject_id),
      () => spendableBalance(ctx, buyer_id),
    );
    const keyed = found.find((order) => order.idempotency_key === key);
    if (keyed) {
      if (keyed.subject !== of.subject || keyed.subject_id !== input.subject_id) throw conflict('该请求编号已用于其他订单');
      return orderDto(ctx, keyed);
    }
    const open = found.find(isOpen) ?? null;
    if (input.reuse_open && open?.cart_no === null && open.subject_id === input.subject_id && isCurrent(ctx, open, quoting))
      return orderDto(ctx, open);
    const quote = await quoteChoice(ctx, subject, buyer_id, input, { quoting, balance_fen, open });
    // before the provider is asked: what the price rests on went back a moment ago
    if (subject.takeOffer && !(await subject.takeOffer(ctx, buyer_id, quote.offer))) continue;
    const order = await draft(ctx, subject, input, buyer_id, key, quote);
    try {
      const id = await writeNew(ctx, subject, order, { attempt, open });
      return await orderDto(ctx, await written(ctx, id, order), quote.balance_fen);
    } catch (error) {
      if (order.payment) await abandon(ctx, order.payment.payment_no);
      if (!(error instanceof LostRace || sqlState(error) === '23505')) throw error;
    }
  }
  throw conflict(MONEY_TEXTS.place_failed);
}

/** Whether the open order can be shown again: its time is not up, and this buyer would still pay the price it was placed at. */
function isCurrent(ctx: Ctx, open: OrderWithQr, quoting: Quoting): boolean {
  if (open.expires_at <= ctx.app.clock.now()) return false;
  if (!('offer' in quoting)) return quoting.price_fen === open.price_fen;
  const { price_fen, snapshot } = quoting.offer;
  const same = ['licence', 'owner_id', 'line_id', 'code'].every((term) => snapshot.terms?.[term] === open.snapshot.terms?.[term]);
  return price_fen === open.price_fen && same;
}

/** The order as it will be written. The provider is asked before the transaction: a slow one must not hold locks. */
async function draft(
  ctx: Ctx,
  subject: OrderSubject,
  { subject_id, expires_at: ends_at }: PlaceInput,
  buyer_id: number,
  idempotency_key: string,
  { offer, coupon, amounts }: OrderQuote<Offer>,
): Promise<NewOrder> {
  const created_at = ctx.app.clock.now();
  const expires_at = ends_at ?? new Date(created_at.getTime() + (await getSetting(ctx, orderTtl)) * 60_000);
  const order = await newOrder(ctx, { subject, subject_id, buyer_id, offer, amounts, created_at, expires_at });
  const payment = amounts.pay_fen > 0 ? await askProvider(ctx, offer.snapshot.title, amounts.pay_fen, created_at, expires_at) : null;
  return { ...order, coupon_id: coupon?.id ?? null, idempotency_key, payment };
}

interface Priced {
  subject: OrderSubject;
  subject_id: number;
  buyer_id: number;
  offer: Offer;
  amounts: Amounts;
  created_at: Date;
  expires_at: Date;
}

/** The row of an order at these amounts: the publisher's part of it is fixed here. */
export async function newOrder(
  ctx: Ctx,
  { subject, subject_id, buyer_id, offer: { snapshot, publisher, code, is_hidden = false }, amounts, created_at, expires_at }: Priced,
): Promise<Omit<NewOrder, 'idempotency_key' | 'payment'>> {
  return {
    orderid: serialNumber(created_at),
    buyer_id,
    subject: subject.name,
    subject_id,
    snapshot,
    list_price_fen: amounts.list_price_fen,
    price_fen: amounts.price_fen,
    cart_no: null,
    hidden: is_hidden,
    coupon_id: null,
    coupon_fen: amounts.coupon_fen,
    code_id: code?.id ?? null,
    code_fen: code?.off_fen ?? 0,
    balance_fen: amounts.balance_fen,
    pay_fen: amounts.pay_fen,
    use_balance: amounts.balance_fen > 0,
    publisher_id: publisher?.id ?? null,
    publisher_share_bp: publisher?.share_bp ?? 0,
    publisher_fen: publisher
      ? publisherPart(await sharedPrice(ctx, buyer_id, publisher.id, amounts), publisher.share_bp, {
          by: snapshot.saved_by ?? 'member',
          saved_fen: amounts.list_price_fen - amounts.price_fen,
        })
      : 0,
    created_at,
    expires_at,
  };
}

async function askProvider(ctx: Ctx, title: string, amount_fen: number, now: Date, expires_at: Date) {
  const { payment } = ctx.app.providers;
  const payment_no = serialNumber(now, 'P');
  const { qr_text } = await payment.createNative({ payment_no, amount_fen, currency: 'CNY', title, expires_at });
  return { payment_no, provider: payment.name, qr_text };
}

/** Another order of this buyer and subject, or with this key, was written first. */
export class LostRace extends Error {}

/** Paid by QR alone: it holds neither coupon, code nor balance. */
function isPlain(order: NewOrder): boolean {
  return order.payment !== null && order.coupon_id === null && (order.code_id ?? null) === null && order.balance_fen === 0;
}

/**
 * Writes a drafted order the cheapest safe way: in a shared batch while no competing order was seen, else in a transaction of its own under
 * the lock of buyer and subject.
 */
async function writeNew(
  ctx: Ctx,
  subject: OrderSubject,
  order: NewOrder,
  { attempt, open }: { attempt: number; open: OrderWithQr | null },
): Promise<number> {
  const is_first = open === null && attempt === 1 && isPlain(order);
  if (is_first && !subject.hold && !subject.one_open) return writeAlone(ctx, order);
  if (is_first && (!subject.hold || subject.holdTogether)) {
    const placed = await placeTogether(ctx.db, { ctx, subject, order });
    if (typeof placed === 'number') return placed;
    if (placed === 'sold_out') throw conflict(subject.texts(order.snapshot).sold_out);
    if (placed === 'lost') throw new LostRace();
  }
  // without a rival the unique index decides, where it can
  const rival = open !== null || attempt > 1 || subject.one_open === true;
  return inTransaction(ctx, (tx) => write(tx, subject, order, { rival, replaced_id: open?.id ?? null }));
}

async function writeAlone(ctx: Ctx, order: NewOrder): Promise<number> {
  const id = await insertOrderAlone(ctx.db, order);
  if (id === null) throw new LostRace();
  return id;
}

/** State at the time of the quote: whether a competing order may exist, and the open order that is replaced. */
interface Seen {
  rival: boolean;
  replaced_id: number | null;
}

async function write(tx: TxCtx, subject: OrderSubject, order: NewOrder, seen: Seen): Promise<number> {
  const { owned } = subject.texts(order.snapshot);
  if (seen.rival) {
    const rivals = rivalsOf(subject, order.subject_id);
    await lockBuyerAndSubject(tx.db, order.buyer_id, rivals);
    const open = await findOtherOpen(tx.db, order.buyer_id, rivals);
    // the quote counted on what another open order would release: its sums may not hold with this one
    if (open !== seen.replaced_id && (subject.hold !== undefined || !isPlain(order))) throw new LostRace();
    if (open !== null && (await closeOrder(tx, open, 'recreated', closeAtProvider)) === ORDER_PAID) throw conflict(owned, { owned: true });
  }
  const [id] = await insertOrders(tx.db, [order]);
  if (typeof id !== 'number') throw new LostRace();
  const missing = await holdOrder(tx, withId(order, id), `hold:${order.orderid}`);
  if (missing === 'code') throw new AppError('优惠码刚被用完或停用，请重新选择');
  if (missing === 'coupon') throw new AppError(COUPON_UNUSABLE_TEXT);
  if (missing === 'subject') throw conflict(subject.texts(order.snapshot).sold_out);
  if (order.pay_fen === 0 && order.balance_fen === 0 && !subject.confirms_free) {
    const free = await lockOrder(tx.db, id);
    const paid = { order: free, paid_key: `order:${free.orderid}`, move: moveOrder(free.status, 'pay'), payment: null };
    if ((await fulfilOrders(tx, [paid])).length === 0) throw conflict(owned, { owned: true });
  }
  return id;
}

/** The order as written, without reading it again; a free order was fulfilled since, so that one is read. */
async function written(ctx: Ctx, id: number, order: NewOrder): Promise<OrderWithQr> {
  if (order.pay_fen === 0) return (await findOrder(ctx.db, order.orderid)) as OrderWithQr;
  return withId(order, id);
}

/** The order was not written and its QR is shown to no one; a failure to close the payment is only logged. */
export async function abandon(ctx: Ctx, payment_no: string): Promise<void> {
  try {
    await ctx.app.providers.payment.close(payment_no);
  } catch (error) {
    ctx.log.warn({ err: error, payment_no }, 'abandoned payment could not be closed');
  }
}
