import { MONEY_TEXTS } from '#contract/money-texts.ts';
import { ORDER_PAID, type Order } from '#contract/order.ts';
import { type Ctx, createCtx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { batchedWrite } from '../../db/batched.ts';
import { sqlState } from '../../db/pool.ts';
import { conflict } from '../../kernel/errors.ts';
import { randomToken, serialNumber } from '../../kernel/ids.ts';
import { type Fen, split } from '../../kernel/money.ts';
import { getSetting } from '../settings/index.ts';
import { spendableBalance } from '../wallet/index.ts';
import { findCart, lockNames } from './carts.repo.ts';
import { closeOrder, holdOrder } from './close-order.ts';
import { cartDto } from './order-dto.ts';
import { closeAtProvider } from './payments/settle-payment.ts';
import { abandon, LostRace, newOrder } from './place-order.ts';
import { withId } from './place-together.ts';
import { deleteUnseen, findKeyedOrOpen, findOtherOpen, insertOrders, type NewOrder, type OrderWithQr, rivalName } from './repo.ts';
import { isOpen } from './rules.ts';
import { orderTtl } from './settings.ts';
import { type Offer, type OrderSubject, rivalsOf } from './subjects.ts';

const ATTEMPTS = 6;

/** What is bought beside others: nothing of it is limited, and one of each id may be open. */
export interface CartPart<O extends Offer = Offer> {
  subject: OrderSubject<O>;
  subject_id: number;
  /** As it is sold here and now. @throws why it is not, with its name */
  offer(): Promise<O>;
}

export interface CartInput {
  parts: readonly CartPart[];
  /** What the payer reads; of the first part and their number. */
  title(first: string, count: number): string;
  use_balance: boolean;
  /** As of `placeOrder`. */
  reuse_open?: boolean;
  idempotency_key?: string;
}

/**
 * Places an order for each part, all paid by one payment, in one transaction; closes what the buyer has open of them. Coupons are for single orders. The
 * balance pays its part of each, or all. Answers as one order: the first speaks for all, the sums are theirs together.
 * @throws AppError what `offer` throws; 409 for a key of another order; code 1 for a lost race
 */
export async function placeCart(ctx: Ctx, { parts, title: titleOf, use_balance, reuse_open, idempotency_key }: CartInput): Promise<Order> {
  const buyer_id = requireUser(ctx);
  const key = idempotency_key || `auto:${randomToken(16)}`;
  const rivals = parts.map(({ subject, subject_id }) => rivalsOf(subject, subject_id));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [rows, spendable_fen] = await Promise.all([
      Promise.all(rivals.map((of, at) => findKeyedOrOpen(ctx.db, buyer_id, `${key}/${at}`, of))),
      spendableBalance(ctx, buyer_id),
    ]);
    const found = rows.flat();
    const keyed = found.find((order) => order.idempotency_key === `${key}/0`);
    if (keyed) {
      if (!(await isOfParts(ctx, keyed, parts))) throw conflict('该请求编号已用于其他订单');
      return cartDto(ctx, await findCart(ctx.db, keyed.cart_no ?? ''));
    }
    const open = found.filter(isOpen);
    const offers = await Promise.all(parts.map(({ offer }) => offer()));
    const same = reuse_open && open[0] && (await isOfParts(ctx, open[0], parts)) ? await findCart(ctx.db, open[0].cart_no ?? '') : [];
    if (same.length > 0 && isCurrent(ctx, same, offers)) return cartDto(ctx, same);
    const balance_fen = spendable_fen + open.reduce((sum, order) => sum + order.balance_fen, 0);
    const takings = await Promise.all(parts.map(({ subject }, at) => subject.takeOffer?.(ctx, buyer_id, offers[at] as Offer) ?? true));
    if (!takings.every(Boolean)) continue;
    const title = titleOf(offers[0]?.snapshot.title ?? '', parts.length);
    const orders = await draft(ctx, { parts, offers, title, key, buyer_id, balance_fen: use_balance ? balance_fen : 0 });
    try {
      // where nothing was open the unique index decides
      const is_first = open.length === 0 && attempt === 1 && orders.every((order) => !order.balance_fen);
      const ids = is_first
        ? await writeTogether(ctx.db, { ctx, orders })
        : await inTransaction(ctx, (tx) => write(tx, orders, { rivals, open }));
      if (!ids) throw new LostRace();
      return await cartDto(
        ctx,
        orders.map((order, at) => withId(order, ids[at] as number)),
        balance_fen,
      );
    } catch (error) {
      if (orders[0]?.payment) await abandon(ctx, orders[0].cart_no as string);
      if (!(error instanceof LostRace || sqlState(error) === '23505')) throw error;
    }
  }
  throw conflict(MONEY_TEXTS.place_failed);
}

/** It is one of a cart of these parts and no others. */
async function isOfParts(ctx: Ctx, { cart_no }: OrderWithQr, parts: readonly CartPart[]): Promise<boolean> {
  const orders = cart_no === null ? [] : await findCart(ctx.db, cart_no);
  const names = new Set(orders.map((order) => rivalName(order.buyer_id, order)));
  const wanted = parts.map(({ subject, subject_id }) => rivalName(orders[0]?.buyer_id ?? 0, { subject: subject.name, subject_id }));
  return orders.length === parts.length && wanted.every((name) => names.has(name));
}

/** All of it can still be paid, at today's prices. */
function isCurrent(ctx: Ctx, orders: readonly OrderWithQr[], offers: readonly Offer[]): boolean {
  const sum = (all: ReadonlyArray<{ price_fen: Fen }>) => all.reduce((fen, { price_fen }) => fen + price_fen, 0);
  return orders.every((order) => isOpen(order) && order.expires_at > ctx.app.clock.now()) && sum(orders) === sum(offers);
}

interface Drafting extends Pick<CartInput, 'parts'> {
  title: string;
  offers: readonly Offer[];
  key: string;
  buyer_id: number;
  balance_fen: Fen;
}

/** The orders as they will be written. The provider is asked before the transaction, once, for what they come to. */
async function draft(ctx: Ctx, { parts, offers, title, key, buyer_id, balance_fen }: Drafting): Promise<NewOrder[]> {
  const prices = offers.map(({ price_fen }) => price_fen);
  const total = prices.reduce((sum, price_fen) => sum + price_fen, 0);
  // all of it, or a part that leaves each order a payment of its own
  const covered = balance_fen >= total;
  const shares = covered
    ? prices
    : split(
        Math.min(balance_fen, total - prices.length),
        prices.map((price_fen) => price_fen - 1),
      );
  const created_at = ctx.app.clock.now();
  const expires_at = new Date(created_at.getTime() + (await getSetting(ctx, orderTtl)) * 60_000);
  const cart_no = serialNumber(created_at, 'P');
  const amount_fen = total - shares.reduce((sum, share) => sum + share, 0);
  const { payment } = ctx.app.providers;
  const asked = amount_fen > 0 && (await payment.createNative({ payment_no: cart_no, amount_fen, currency: 'CNY', title, expires_at }));
  return Promise.all(
    parts.map(async ({ subject, subject_id }, at) => {
      const offer = offers[at] as Offer;
      const part_fen = shares[at] as Fen;
      const { list_price_fen, price_fen } = offer;
      const amounts = {
        list_price_fen,
        price_fen,
        coupon_fen: 0,
        coupon_lost_fen: 0,
        balance_fen: part_fen,
        pay_fen: price_fen - part_fen,
      };
      const order = await newOrder(ctx, { subject, subject_id, buyer_id, offer, amounts, created_at, expires_at });
      const paid_by = { payment_no: serialNumber(created_at, 'P'), provider: payment.name, cart_place: at };
      return { ...order, cart_no, idempotency_key: `${key}/${at}`, payment: asked ? { ...paid_by, qr_text: asked.qr_text } : null };
    }),
  );
}

interface WrittenCart {
  ctx: Ctx;
  orders: readonly NewOrder[];
}

/** Carts that are placed at the same moment share a transaction. The ids of each; null: another order was first, and nothing of it was written. */
const writeTogether = batchedWrite(async (_db, carts: readonly WrittenCart[]): Promise<Array<number[] | null>> => {
  const [first] = carts;
  if (!first) return [];
  const names = [...new Set(carts.map(({ ctx }) => ctx.request_id))].join(',');
  const ctx = carts.length === 1 ? first.ctx : createCtx(first.ctx.app, { kind: 'job', name: 'orders.place' }, names);
  return inTransaction(ctx, async (tx) => {
    const all = carts.flatMap(({ orders }) => orders);
    const ids = new Map((await insertOrders(tx.db, all)).map((id, at) => [all[at], id]));
    const written = carts.map(({ orders }) => orders.map((order) => ids.get(order) ?? null));
    const whole = written.map((mine) => (mine.every((id) => id !== null) ? mine : null));
    await deleteUnseen(
      tx.db,
      written.flatMap((mine, at) => (whole[at] ? [] : mine.filter((id) => id !== null))),
    );
    return whole;
  });
});

/** What was open of it when it was quoted. */
interface Seen {
  rivals: ReadonlyArray<ReturnType<typeof rivalsOf>>;
  open: readonly OrderWithQr[];
}

async function write(tx: TxCtx, orders: readonly NewOrder[], { rivals, open }: Seen): Promise<number[]> {
  const buyer_id = orders[0]?.buyer_id as number;
  await lockNames(tx.db, rivals.map((of) => rivalName(buyer_id, of)).sort());
  const now_open: number[] = [];
  for (const of of rivals) now_open.push(...[await findOtherOpen(tx.db, buyer_id, of)].filter((id) => id !== null));
  // the sums counted on what was open then
  const seen = new Set(open.map(({ id }) => id));
  if (now_open.length !== seen.size || !now_open.every((id) => seen.has(id))) throw new LostRace();
  for (const id of now_open) if ((await closeOrder(tx, id, 'recreated', closeAtProvider)) === ORDER_PAID) throw new LostRace();
  const ids = await insertOrders(tx.db, orders);
  if (!ids.every((id) => id !== null)) throw new LostRace();
  for (const [at, order] of orders.entries()) {
    if (order.balance_fen) await holdOrder(tx, withId(order, ids[at] as number), `hold:${order.orderid}`);
  }
  return ids;
}
