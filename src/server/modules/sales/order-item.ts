import type { KindFacts } from '#contract/kinds.ts';
import type { Licence } from '#contract/licence.ts';
import { OPEN_PAGES } from '#contract/open-pages.ts';
import { ORDER_PAID, type Order, type OrderInput, type OrderList, type Quote } from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import { TICKET_SUBJECT } from '#contract/salon.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { companyOf, decide, grantAccess, memberPrice } from '../access/index.ts';
import { getSaleItem, kindOf, publicPicture, type SaleItem } from '../catalog/index.ts';
import {
  type Choice,
  couponDto,
  listOrders,
  type OrderFilter,
  ownRefundDays,
  placeOrder,
  quoteCoded,
  soldBy,
  soldSince,
  supersedeOrder,
  unfitDtos,
  withCode,
} from '../orders/index.ts';
import { getSetting } from '../settings/index.ts';
import { redeemVoucher } from '../vouchers/index.ts';
import { itemSubject, saleOf } from './item-subject.ts';
import { giveBackText, hadText, itemTexts } from './rules.ts';

export const NO_VOUCHER_TEXT = '您没有可用的下载券';

/**
 * Redeems the voucher that ends first for an item (spec 4, Voucher and coupon) and closes its open order, in one transaction. Locks buyer and item,
 * then payments, then the order: of a concurrent voucher and payment one wins.
 * @throws AppError 404 not there; 409 with `data.owned` when nothing needs to be opened; code 1 without a voucher
 */
export async function redeemItem(ctx: Ctx, item_id: number): Promise<void> {
  const user_id = requireUser(ctx);
  const item = await getSaleItem(ctx, item_id);
  if (!item) throw notFound();
  const { owned } = itemTexts(kindOf(item.kind));
  if (await needsNothing(ctx, item, user_id)) throw conflict(owned, { owned: true });
  if (item.status !== 'published') throw notFound();
  await inTransaction(ctx, async (tx) => {
    const had = await supersedeOrder(tx, user_id, { subject: itemSubject.name, subject_id: item_id });
    // paid at the same moment, or pressed twice: the first one opened the item, and the voucher stays
    if (had === ORDER_PAID || (await needsNothing(tx, item, user_id))) throw conflict(owned, { owned: true });
    const voucher_id = await redeemVoucher(tx, { user_id, kind: item.kind, item_id });
    if (voucher_id === null) throw new AppError(NO_VOUCHER_TEXT);
    const fresh = await grantAccess(tx, { user_id, item_id, source: 'voucher', source_id: voucher_id });
    assert(fresh, `user ${user_id} had item ${item_id} by a voucher, and was told that they had not`);
  });
}

/** A free item is open to everybody, but a voucher lifts the daily limit of free downloads for it. */
async function needsNothing(ctx: Ctx, item: SaleItem, user_id: number): Promise<boolean> {
  const decision = await decide(ctx, item, user_id);
  return decision.allowed && decision.right !== 'free';
}

/**
 * What the purchase modal shows of an item before it is ordered (spec 2, Scheme and PPT purchase modal). Without a kind: of any.
 * @throws as `quoteOrder`
 */
export async function quoteItem(
  ctx: Ctx,
  kind: KindFacts | null,
  item_id: number,
  { licence: wanted, ...choice }: Choice & { licence?: Licence | undefined; code?: string | undefined },
): Promise<Quote> {
  const quote = await quoteCoded(ctx, saleOf(kind ?? undefined, wanted ?? 'personal'), item_id, choice);
  const { offer, amounts, coupon } = quote;
  const { item, is_member, licence } = offer;
  // none is named: an open order goes on as it is
  if (!wanted && item.company_fen > 0 && quote.open_terms?.licence === 'company')
    return quoteItem(ctx, kind, item_id, { ...choice, licence: 'company' });
  const its_kind = kindOf(item.kind);
  const member_prices = licence === 'personal' && !item.vip_only;
  return {
    item: {
      id: item.id,
      kind: its_kind.key,
      noun: its_kind.noun,
      order_call: its_kind.calls?.order ?? '',
      vip_route: OPEN_PAGES.vip ? paths.openVip(its_kind.sale?.vip_text ?? '') : null,
      title: item.title,
      cover: item.cover_key === '' ? null : publicPicture(item.cover_key, item.cover_width, item.cover_height),
      category_name: item.category_name,
      format: item.format,
      size: Math.round((item.file_size_bytes / 1_048_576) * 10) / 10,
    },
    list_price: amounts.list_price_fen / 100,
    price: amounts.price_fen / 100,
    licence,
    company_price: item.company_fen / 100,
    shared: item.company_fen > 0 && (await companyOf(ctx, requireUser(ctx))) !== null,
    ...{ code: quote.code, code_refusal: quote.code_refusal },
    is_member_price: is_member && member_prices && quote.code === '' ? 1 : 0,
    price_for_members: member_prices
      ? memberPrice(its_kind, item.price_fen) / 100
      : licence === 'company'
        ? amounts.list_price_fen / 100
        : 0,
    vip_discount: its_kind.sale?.member_discount ?? 10,
    coupons: quote.coupons.map((one) => couponDto(one, amounts)),
    had: hadText(its_kind, await decide(ctx, item, requireUser(ctx))),
    unfit_coupons: unfitDtos(quote),
    user_coupon_id: coupon?.id ?? 0,
    coupon_price: amounts.coupon_fen / 100,
    coupon_lost: amounts.coupon_lost_fen / 100,
    balance: quote.balance_fen / 100,
    held: quote.held,
    deduction_price: amounts.balance_fen / 100,
    pay_price: amounts.pay_fen / 100,
    give_back: giveBackText(its_kind, await getSetting(ctx, ownRefundDays)),
  };
}

/**
 * Orders an item by the call of its kind.
 * @throws as `placeOrder`; 404 for an item of another kind
 */
export function orderItem(ctx: Ctx, kind: KindFacts, input: OrderInput): Promise<Order> {
  return placeOrder(ctx, withCode(saleOf(kind, input.licence ?? 'personal'), input.code ?? ''), {
    subject_id: input.id,
    use_balance: input.balance === 1,
    coupon_id: input.user_coupon_id,
    reuse_open: input.cache === 1,
    ...(input.idempotency_key ? { idempotency_key: input.idempotency_key } : {}),
  });
}

/**
 * Orders an item that a coupon pays whole: the named one, or without one the smallest that is enough. Nothing is ordered while money is due.
 * @throws as `placeOrder`; AppError when no coupon of the reader covers the price
 */
export async function orderForNothing(
  ctx: Ctx,
  kind: KindFacts,
  { id, user_coupon_id, idempotency_key }: Pick<OrderInput, 'id' | 'user_coupon_id' | 'idempotency_key'>,
): Promise<Order> {
  const order = (coupon_id: number) =>
    orderItem(ctx, kind, { id, balance: 0, user_coupon_id: coupon_id, ...(idempotency_key ? { idempotency_key } : {}) });
  const quote = await quoteItem(ctx, kind, id, { use_balance: false, coupon_id: user_coupon_id }).catch((error: unknown) => {
    // the same request again: what it placed is had by now, so only its key still finds it
    if (idempotency_key && error instanceof AppError) return null;
    throw error;
  });
  if (!quote) return order(user_coupon_id);
  if (user_coupon_id > 0) {
    if (quote.pay_price > 0) throw new AppError(`这张优惠券还差 ${quote.pay_price} 元，请直接购买`);
    return order(user_coupon_id);
  }
  const enough = quote.coupons.filter((coupon) => coupon.price >= quote.price).toSorted((a, b) => a.price - b.price)[0];
  if (!enough) throw new AppError('没有足额的优惠券，请直接购买');
  return order(enough.id);
}

/** The reader's orders of items of one kind, or of all. */
export function listItemOrders(ctx: Ctx, kind: KindFacts | null, want: Omit<OrderFilter, 'snapshot'>): Promise<OrderList> {
  return listOrders(ctx, itemSubject, { ...want, ...(kind ? { snapshot: { kind: kind.code } } : {}) });
}

/** What a publisher sold since then, of everything or of one item: numbers and earnings in fen by Shanghai day and by item, whose tickets are its sales. */
export function salesSince(ctx: Ctx, of: { publisher_id: number; since: Date; item_id?: number }) {
  const { item_id, ...who } = of;
  return soldSince(ctx, {
    ...who,
    subjects: [itemSubject.name, TICKET_SUBJECT],
    ...(item_id === undefined ? {} : { subject_id: item_id }),
  });
}

/** What a publisher sold, per item: paid orders and earnings in fen. Items without a sale are left out. */
export async function salesOf(
  ctx: Ctx,
  publisher_id: number,
  item_ids: readonly number[],
): Promise<Map<number, { sale_num: number; earning_fen: number }>> {
  const sold = await soldBy(ctx, publisher_id, itemSubject.name, item_ids);
  return new Map([...sold].map(([id, { sold_num, earning_fen }]) => [id, { sale_num: sold_num, earning_fen }]));
}
