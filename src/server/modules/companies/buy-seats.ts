import type { VipQuote } from '#contract/membership.ts';
import type { Order } from '#contract/order.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { type Choice, placeOrder, quoteOrder, unfitDtos } from '../orders/index.ts';
import { type SeatsWish, seatsSale } from './seats-subject.ts';

const DAY_MS = 86_400_000;

/** What seats would cost the reader's company now. Not binding. @throws as `quoteOrder` */
export async function quoteSeats(
  ctx: Ctx,
  { vip_id, use_balance, ...wish }: SeatsWish & { vip_id: number; use_balance: boolean },
): Promise<VipQuote> {
  const quote = await quoteOrder(ctx, seatsSale(wish), vip_id, { use_balance, coupon_id: 0 });
  const { offer, amounts } = quote;
  const now = ctx.app.clock.now();
  const from = offer.line && offer.line.to > now ? offer.line.to : now;
  return {
    ...{ vip_id, vip_type: offer.spec.vip_type, is_change: 0, change: offer.line ? 'renew' : 'open' },
    msg: offer.line ? `${offer.seats} 个席位续费，席位上的人不变` : `${offer.seats} 个席位，支付后分配给同事`,
    from: unixSeconds(from),
    to: unixSeconds(new Date(from.getTime() + (offer.spec.days ?? 0) * DAY_MS)),
    ...{ list_price: amounts.list_price_fen / 100, credit_price: 0, price: amounts.price_fen / 100 },
    ...{ coupons: [], unfit_coupons: unfitDtos(quote), coupon_price: 0, coupon_lost: 0 },
    balance: quote.balance_fen / 100,
    held: quote.held,
    ...{ deduction_price: amounts.balance_fen / 100, pay_price: amounts.pay_fen / 100 },
  };
}

/** Orders seats; another open order of seats is closed by it. @throws as `placeOrder` */
export function orderSeats(
  ctx: Ctx,
  {
    vip_id,
    reuse_open,
    idempotency_key,
    use_balance,
    ...wish
  }: SeatsWish & Omit<Choice, 'coupon_id'> & { vip_id: number; reuse_open: boolean; idempotency_key?: string | undefined },
): Promise<Order> {
  return placeOrder(ctx, seatsSale(wish), {
    ...{ subject_id: vip_id, use_balance, coupon_id: 0, reuse_open },
    ...(idempotency_key ? { idempotency_key } : {}),
  });
}
