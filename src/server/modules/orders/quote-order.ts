import type { Quote } from '#contract/order.ts';
import { type Ctx, requireUser } from '../../kernel/ctx.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { decide, hasGrant, isMember, memberPrice, priceFor } from '../access/index.ts';
import { getSaleItem, kindOf, publicPicture, type SaleItem } from '../catalog/index.ts';
import { type Coupon, usableCoupon, usableCoupons } from '../vouchers/index.ts';
import { spendableBalance } from '../wallet/index.ts';
import { findKeyedOrOpen, type OrderWithQr } from './repo.ts';
import { type Amounts, quoteAmounts } from './rules.ts';

export const COUPON_UNUSABLE_TEXT = '优惠券不可用或已被使用';
export const OWNED_TEXT = '您已拥有该方案，可直接下载';

/** Which coupons fit an item: those of its kind; 0 fits none. */
export function couponTypeOf(item: { kind: number }): number {
  return kindOf(item.kind).sale?.coupon_type ?? 0;
}

/** What the buyer chose; the price is never among it. */
export interface Choice {
  item_id: number;
  use_balance: boolean;
  /** 0: none. */
  coupon_id: number;
}

export interface Reckoning {
  item: SaleItem;
  is_member: boolean;
  coupon: Coupon | null;
  /** Spendable, with what the order to be replaced has set aside. */
  balance_fen: number;
  amounts: Amounts;
}

/** What reckoning starts from: the item, if there is one, whether the buyer holds a right to it, and their spendable balance. */
export interface SaleFacts {
  item: SaleItem | null;
  has_grant: boolean;
  balance_fen: number;
}

/** Read at once: nothing of it depends on the rest. */
export async function saleFacts(ctx: Ctx, user_id: number, item_id: number): Promise<SaleFacts> {
  const reads = [getSaleItem(ctx, item_id), hasGrant(ctx, user_id, item_id), spendableBalance(ctx, user_id)] as const;
  const [item, has_grant, balance_fen] = await Promise.all(reads);
  return { item, has_grant, balance_fen };
}

/**
 * The item if this buyer may buy it.
 * @throws AppError 404 for what is not on sale; 409 with `data.owned` when there is nothing to buy because they may have it already
 */
async function buyableItem(ctx: Ctx, user_id: number, { item, has_grant }: SaleFacts): Promise<SaleItem> {
  if (!item) throw notFound();
  const owned = { owned: true };
  if (item.publisher_id === user_id) throw conflict('这是您发布的方案，可直接下载', owned);
  if (has_grant) throw conflict(OWNED_TEXT, owned);
  if (item.status !== 'published') throw notFound();
  if (item.price_fen === 0 && !item.vip_only) throw conflict('该方案可免费下载，无需购买', owned);
  if (item.vip_only) {
    const decision = await decide(ctx, item, user_id);
    if (decision.allowed && decision.right === 'member') throw conflict('您的会员可直接下载该方案，无需购买', owned);
    if (item.price_fen === 0) throw new AppError('该方案为会员专享，不支持单独购买');
  }
  return item;
}

/** Reckons what an order would cost this buyer now. `replaced`: their open order of the item, whose coupon and balance come back. */
export async function reckon(
  ctx: Ctx,
  user_id: number,
  choice: Omit<Choice, 'item_id'>,
  replaced: OrderWithQr | null,
  facts: SaleFacts,
): Promise<Reckoning> {
  const item = await buyableItem(ctx, user_id, facts);
  const is_member = await isMember(ctx, item, user_id);
  const price_fen = priceFor(kindOf(item.kind), item, is_member);
  let coupon: Coupon | null = null;
  if (choice.coupon_id > 0) {
    const held_by = replaced?.id ?? null;
    coupon = await usableCoupon(ctx, { coupon_id: choice.coupon_id, user_id, type: couponTypeOf(item), price_fen, held_by });
    if (!coupon) throw new AppError(COUPON_UNUSABLE_TEXT);
  }
  const balance_fen = facts.balance_fen + (replaced?.balance_fen ?? 0);
  const amounts = quoteAmounts({
    list_price_fen: item.price_fen,
    price_fen,
    coupon_fen: coupon?.amount_fen ?? 0,
    balance_fen,
    use_balance: choice.use_balance,
  });
  return { item, is_member, coupon, balance_fen, amounts };
}

/**
 * What the purchase modal shows before an order stands: the item, this reader's price, the coupons that fit, the balance and what
 * would be payable (spec 2, Scheme and PPT purchase modal). Binds nobody: placing an order reckons again.
 * @throws as reckoning does: 404, 409 with `data.owned`, code 1 for an unusable coupon
 */
export async function quoteOrder(ctx: Ctx, choice: Choice): Promise<Quote> {
  const user_id = requireUser(ctx);
  const [known, facts] = await Promise.all([findKeyedOrOpen(ctx.db, user_id, '', choice.item_id), saleFacts(ctx, user_id, choice.item_id)]);
  const open = known.find((order) => order.status === 1) ?? null;
  const { item, is_member, coupon, balance_fen, amounts } = await reckon(ctx, user_id, choice, open, facts);
  const coupons = await usableCoupons(ctx, {
    user_id,
    type: couponTypeOf(item),
    price_fen: amounts.price_fen,
    held_by: open?.id ?? null,
  });
  return {
    item: {
      id: item.id,
      title: item.title,
      cover: item.cover_key === '' ? null : publicPicture(item.cover_key, item.cover_width, item.cover_height),
      category_name: item.category_name,
      format: item.format,
      size: Math.round((item.file_size_bytes / 1_048_576) * 10) / 10,
    },
    list_price: amounts.list_price_fen / 100,
    price: amounts.price_fen / 100,
    member_price: is_member && !item.vip_only ? 1 : 0,
    vip_price: item.vip_only ? 0 : memberPrice(kindOf(item.kind), item.price_fen) / 100,
    coupons: coupons.list.map(couponDto),
    user_coupon_id: coupon?.id ?? 0,
    coupon_price: amounts.coupon_fen / 100,
    coupon_lost: amounts.coupon_lost_fen / 100,
    balance: balance_fen / 100,
    deduction_price: amounts.balance_fen / 100,
    pay_price: amounts.pay_fen / 100,
  };
}

export function couponDto(coupon: Coupon) {
  return {
    id: coupon.id,
    title: coupon.title,
    price: coupon.amount_fen / 100,
    min_price: coupon.min_price_fen / 100,
    use_end_time: Math.floor(coupon.use_end_time.getTime() / 1000),
    is_have2: 0 as const,
    auto_get: 0 as const,
  };
}
