import { ORDER_PAID, ORDER_WAITING, type Order, type OrderInput } from '#contract/order.ts';
import { sqlState } from '../../db/pool.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../kernel/ctx.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import { randomToken, serialNumber } from '../../kernel/ids.ts';
import { isMember, priceFor } from '../access/index.ts';
import { kindOf, publicPicture } from '../catalog/index.ts';
import { getSetting } from '../settings/index.ts';
import { holdCoupon } from '../vouchers/index.ts';
import { postTransfer } from '../wallet/index.ts';
import { closeInTransaction } from './close-order.ts';
import { orderDto } from './order-dto.ts';
import { COUPON_UNUSABLE_TEXT, couponTypeOf, OWNED_TEXT, type Reckoning, reckon, type SaleFacts, saleFacts } from './quote-order.ts';
import {
  findKeyedOrOpen,
  findOrder,
  findOtherOpen,
  insertOrderAlone,
  insertOrders,
  lockBuyerAndItem,
  lockOrder,
  markPaid,
  type NewOrder,
  type OrderWithQr,
} from './repo.ts';
import { publisherPart } from './rules.ts';
import { settleSale } from './settle-sale.ts';

const ATTEMPTS = 6;
export const PLACE_FAILED_TEXT = '下单失败，请稍后重试';

/**
 * Places an order for one scheme at the price that the server reckons, and closes the open one that the buyer had for it (spec 4,
 * Order flow; decision 0022). Holds the coupon and the balance part. Nothing to pay because of a coupon: settled at once, `is_free`.
 * Covered by the balance: waits for `payByBalance`. Otherwise a QR of the provider that lives as long as the order.
 * @throws AppError 404 not on sale; 409 with `data.owned` when they have it; code 1 for coupon, balance or a lost race
 */
export async function placeOrder(ctx: Ctx, input: OrderInput): Promise<Order> {
  const buyer_id = requireUser(ctx);
  const key = input.idempotency_key || `auto:${randomToken(16)}`;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [known, facts] = await Promise.all([findKeyedOrOpen(ctx.db, buyer_id, key, input.id), saleFacts(ctx, buyer_id, input.id)]);
    const keyed = known.find((order) => order.idempotency_key === key);
    if (keyed) {
      if (keyed.subject_id !== input.id) throw conflict('该请求编号已用于其他订单');
      return orderDto(ctx, keyed);
    }
    const open = known.find((order) => order.status === ORDER_WAITING) ?? null;
    if (input.cache === 1 && open && (await standsStill(ctx, open, facts))) return orderDto(ctx, open);
    const choice = { use_balance: input.balance === 1, coupon_id: input.user_coupon_id };
    const reckoning = await reckon(ctx, buyer_id, choice, open, facts);
    const order = await draft(ctx, buyer_id, key, reckoning);
    try {
      // the lock is taken where a rival was seen; without one the unique index decides
      const rival = open !== null || attempt > 1;
      const id =
        isPlain(order) && !rival
          ? await writeAlone(ctx, order)
          : await inTransaction(ctx, (tx) => write(tx, order, reckoning, { rival, replaced_id: open?.id ?? null }));
      return await orderDto(ctx, await written(ctx, id, order), reckoning.balance_fen);
    } catch (error) {
      if (order.payment) await abandon(ctx, order.payment.payment_no);
      if (!(error instanceof LostRace || sqlState(error) === '23505')) throw error;
    }
  }
  throw conflict(PLACE_FAILED_TEXT);
}

/** Whether the open order can be shown again: its time is not up, and this buyer would still pay the price it was placed at. */
async function standsStill(ctx: Ctx, open: OrderWithQr, { item }: SaleFacts): Promise<boolean> {
  if (open.expires_at <= ctx.app.clock.now()) return false;
  return !item || priceFor(kindOf(item.kind), item, await isMember(ctx, item, open.buyer_id)) === open.price_fen;
}

/** The order as it will be written. The provider is asked before the transaction: a slow one must not hold locks. */
async function draft(ctx: Ctx, buyer_id: number, idempotency_key: string, reckoning: Reckoning): Promise<NewOrder> {
  const { item, amounts } = reckoning;
  const created_at = ctx.app.clock.now();
  const expires_at = new Date(created_at.getTime() + (await getSetting(ctx, 'order_ttl_min')) * 60_000);
  const publisher_share_bp = await getSetting(ctx, 'publisher_share_bp');
  const cover = item.cover_key === '' ? null : publicPicture(item.cover_key, item.cover_width, item.cover_height);
  return {
    orderid: serialNumber(created_at),
    buyer_id,
    subject: 'item',
    subject_id: item.id,
    snapshot: { title: item.title, format: item.format, cover_src: cover?.src ?? '' },
    list_price_fen: amounts.list_price_fen,
    price_fen: amounts.price_fen,
    coupon_id: reckoning.coupon?.id ?? null,
    coupon_fen: amounts.coupon_fen,
    balance_fen: amounts.balance_fen,
    pay_fen: amounts.pay_fen,
    use_balance: amounts.balance_fen > 0,
    publisher_id: item.publisher_id,
    publisher_share_bp,
    publisher_fen: publisherPart(amounts.price_fen, publisher_share_bp),
    idempotency_key,
    created_at,
    expires_at,
    payment: amounts.pay_fen > 0 ? await askProvider(ctx, item.title, amounts.pay_fen, created_at, expires_at) : null,
  };
}

async function askProvider(ctx: Ctx, title: string, amount_fen: number, now: Date, expires_at: Date) {
  const { payment } = ctx.app.providers;
  const payment_no = serialNumber(now, 'P');
  const { qr_text } = await payment.createNative({ payment_no, amount_fen, currency: 'CNY', title, expires_at });
  return { payment_no, provider: payment.name, qr_text };
}

/** Another order of this buyer and item, or with this key, was written first. */
class LostRace extends Error {}

/** Paid by QR alone: holds nothing, so it is one statement and needs no transaction. */
const isPlain = (order: NewOrder): boolean => order.payment !== null && order.coupon_id === null && order.balance_fen === 0;

async function writeAlone(ctx: Ctx, order: NewOrder): Promise<number> {
  const id = await insertOrderAlone(ctx.db, order);
  if (id === null) throw new LostRace();
  return id;
}

/** What was known when the order was reckoned: whether somebody else places one too, and the open order that gives way. */
interface Seen {
  rival: boolean;
  replaced_id: number | null;
}

async function write(tx: TxCtx, order: NewOrder, { item, coupon, amounts }: Reckoning, seen: Seen): Promise<number> {
  const { buyer_id, orderid } = order;
  const item_id = order.subject_id;
  if (seen.rival) {
    await lockBuyerAndItem(tx.db, buyer_id, item_id);
    const open = await findOtherOpen(tx.db, buyer_id, item_id, 0);
    // reckoned with what another order would give back: with this one there is more or less of it
    if (open !== seen.replaced_id && !isPlain(order)) throw new LostRace();
    if (open !== null && (await closeInTransaction(tx, open, 'recreated')) === ORDER_PAID) throw conflict(OWNED_TEXT, { owned: true });
  }
  const [id] = await insertOrders(tx.db, [order]);
  if (typeof id !== 'number') throw new LostRace();
  if (coupon) {
    const use = { coupon_id: coupon.id, user_id: buyer_id, type: couponTypeOf(item), price_fen: amounts.price_fen };
    if ((await holdCoupon(tx, { ...use, order_id: id })) === null) throw new AppError(COUPON_UNUSABLE_TEXT);
  }
  if (amounts.balance_fen > 0) {
    await postTransfer(tx, {
      key: `hold:${orderid}`,
      reason: 'order_held',
      reference: orderid,
      unit: 'fen',
      entries: [
        { owner_id: buyer_id, purpose: 'balance', amount: -amounts.balance_fen },
        { owner_id: buyer_id, purpose: 'held', amount: amounts.balance_fen },
      ],
    });
  }
  if (amounts.pay_fen === 0 && amounts.balance_fen === 0) await settleFree(tx, id);
  return id;
}

async function settleFree(tx: TxCtx, id: number): Promise<void> {
  const order = await lockOrder(tx.db, id);
  const paid_key = `order:${order.orderid}`;
  const settled = await settleSale(tx, order, paid_key, () => markPaid(tx.db, id, order.status, paid_key, tx.app.clock.now()));
  if (!settled) throw conflict(OWNED_TEXT, { owned: true });
}

/** What was written, without reading it again; a free order has moved on, so that one is read. */
async function written(ctx: Ctx, id: number, order: NewOrder): Promise<OrderWithQr> {
  const { payment, ...row } = order;
  if (row.pay_fen === 0) return (await findOrder(ctx.db, row.orderid)) as OrderWithQr;
  return {
    ...row,
    id,
    status: ORDER_WAITING,
    close_reason: '',
    paid_at: null,
    paid_key: null,
    closed_at: null,
    payment_status: payment ? 'waiting' : null,
    qr_text: payment?.qr_text ?? null,
    payment_no: payment?.payment_no ?? null,
  } as OrderWithQr;
}

/** The order was not written, so nobody sees this QR; the provider is told as a courtesy. */
async function abandon(ctx: Ctx, payment_no: string): Promise<void> {
  try {
    await ctx.app.providers.payment.close(payment_no);
  } catch (error) {
    ctx.log.warn({ err: error, payment_no }, 'abandoned payment could not be closed');
  }
}
