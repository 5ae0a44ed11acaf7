import type { HeldElsewhere, UserCoupon } from '#contract/order.ts';
import { type Ctx, readTogether, requireUser } from '../../app/ctx.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Fen, yuan } from '../../kernel/money.ts';
import { type Coupon, couponValue, GIFT_USED_TEXT, heldCoupons, usableCoupon, usableCoupons } from '../vouchers/index.ts';
import { spendableBalance } from '../wallet/index.ts';
import { findHeldElsewhere, findKeyedOrOpen, type OrderWithQr } from './repo.ts';
import { type Amounts, isOpen, type OrderSnapshot, quoteAmounts } from './rules.ts';
import { type Offer, type OrderSubject, type Quoting, rivalsOf } from './subjects.ts';

export const COUPON_UNUSABLE_TEXT = '优惠券不可用或已被使用';

/** What the buyer chose; the price is never among it. */
export interface Choice {
  use_balance: boolean;
  /** 0: none. */
  coupon_id: number;
}

/** What an order would cost this buyer now. */
export interface OrderQuote<O extends Offer = Offer> {
  offer: O;
  coupon: Coupon | null;
  /** Spendable, with what the order to be replaced has set aside. */
  balance_fen: Fen;
  amounts: Amounts;
}

/** What is known before a choice: what is offered, the buyer's spendable balance, their open order of it. */
export interface Known<O extends Offer> {
  quoting: Quoting<O>;
  balance_fen: Fen;
  open: OrderWithQr | null;
}

/**
 * Prices a choice. The open order, which a new one replaces, gives its coupon and balance back.
 * @throws AppError the subject's refusal (404, 409 with `data.owned`), code 1 for an unusable coupon
 */
export async function quoteChoice<O extends Offer>(
  ctx: Ctx,
  subject: OrderSubject<O>,
  buyer_id: number,
  choice: Choice,
  known: Known<O>,
): Promise<OrderQuote<O>> {
  if ('refusal' in known.quoting) throw known.quoting.refusal;
  const { offer } = known.quoting;
  const { list_price_fen, price_fen, snapshot } = offer;
  let coupon: Coupon | null = null;
  if (choice.coupon_id > 0) {
    const use = { coupon_id: choice.coupon_id, user_id: buyer_id, use: subject.name, type: subject.couponType(snapshot), price_fen };
    coupon = await usableCoupon(ctx, { ...use, held_by: known.open?.id ?? null });
    if (!coupon) throw new AppError(COUPON_UNUSABLE_TEXT);
  }
  const balance_fen = known.balance_fen + (known.open?.balance_fen ?? 0);
  const { use_balance } = choice;
  const coupon_fen = coupon ? couponValue(coupon, price_fen) : 0;
  const amounts = quoteAmounts({ list_price_fen, price_fen, coupon_fen, balance_fen, use_balance });
  return { offer, coupon, balance_fen, amounts };
}

/** A quote with all that a purchase dialog shows beside it. */
export interface ShownQuote<O extends Offer> extends OrderQuote<O> {
  /** Of the buyer's open order of it: what a dialog that names none goes on with. */
  open_terms: OrderSnapshot['terms'];
  /** What open orders of other subjects hold. */
  held: HeldElsewhere[];
  /** Of the subject's type, the largest first: those that fit the price, and those that ask for a higher one. */
  coupons: Coupon[];
  unfit_coupons: Coupon[];
  /** Gifts that another account of the buyer's browser or phone used. */
  barred_coupons: Coupon[];
}

/**
 * What a purchase dialog shows before an order is placed (spec 2, Scheme and PPT purchase modal). Not binding: placing quotes again.
 * @throws as `quoteChoice`
 */
export async function quoteOrder<O extends Offer>(
  ctx: Ctx,
  subject: OrderSubject<O>,
  subject_id: number,
  choice: Choice,
): Promise<ShownQuote<O>> {
  const buyer_id = requireUser(ctx);
  const [found, quoting, balance_fen] = await readTogether(
    ctx,
    () => findKeyedOrOpen(ctx.db, buyer_id, '', rivalsOf(subject, subject_id)),
    () => subject.quote(ctx, buyer_id, subject_id),
    () => spendableBalance(ctx, buyer_id),
  );
  const open = found.find(isOpen) ?? null;
  const quote = await quoteChoice(ctx, subject, buyer_id, choice, { quoting, balance_fen, open });
  const open_id = open?.id ?? null;
  const good_for = { use: subject.name, type: subject.couponType(quote.offer.snapshot) };
  const [{ list, barred }, coupons_held, holders] = await readTogether(
    ctx,
    () => usableCoupons(ctx, { user_id: buyer_id, ...good_for, held_by: open_id }),
    () => heldCoupons(ctx, { user_id: buyer_id, ...good_for }),
    () => findHeldElsewhere(ctx.db, buyer_id, open_id ?? 0),
  );
  const held = holders.map(({ orderid, title, coupon_id, balance_fen }) => {
    const coupon = coupons_held.find(({ id }) => id === coupon_id)?.title ?? '';
    return { orderid, title, coupon, balance: yuan(balance_fen) };
  });
  const { price_fen } = quote.amounts;
  const fits = (coupon: Coupon) => coupon.min_price_fen <= price_fen;
  const fitting = list.filter(fits).toSorted((a, b) => couponValue(b, price_fen) - couponValue(a, price_fen));
  return {
    ...quote,
    open_terms: open?.snapshot.terms,
    held: held.filter(({ coupon, balance }) => coupon !== '' || balance > 0),
    coupons: fitting,
    unfit_coupons: list.filter((coupon) => !fits(coupon)),
    barred_coupons: barred,
  };
}

/** What the buyer has and cannot use for this order, each with its reason. */
export function unfitDtos(quote: Pick<ShownQuote<Offer>, 'unfit_coupons' | 'barred_coupons'>): UserCoupon[] {
  const barred = quote.barred_coupons.map((one) => ({ ...couponDto(one), refusal: GIFT_USED_TEXT }));
  return [...quote.unfit_coupons.map((one) => couponDto(one)), ...barred];
}

/** `at`: the price that it would be used for; without it one by percent says the most that it takes off. */
export function couponDto(coupon: Coupon, at?: { price_fen: Fen }): UserCoupon {
  return {
    id: coupon.id,
    title: coupon.title,
    price: yuan(at && coupon.min_price_fen <= at.price_fen ? couponValue(coupon, at.price_fen) : coupon.amount_fen),
    min_price: yuan(coupon.min_price_fen),
    use_end_time: Math.floor(coupon.use_end_time.getTime() / 1000),
    is_have2: 0,
    auto_get: 0,
    refusal: '',
  };
}
