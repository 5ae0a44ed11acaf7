import type { Order } from '#contract/order.ts';
import type { Ctx } from '../../app/ctx.ts';
import { placeOrder } from '../orders/index.ts';
import { coinSubject } from './coin-subject.ts';

/**
 * Orders so many coins, paid by QR. With `reuse_open` the open order of the same denomination is
 * answered as it stands, so that two tabs show one QR; without, a new one replaces it.
 * @throws as `placeOrder`; code 1 for a denomination that is not offered
 */
export function topUp(ctx: Ctx, input: { coins: number; reuse_open: boolean; idempotency_key?: string }): Promise<Order> {
  const { coins, reuse_open, idempotency_key } = input;
  return placeOrder(ctx, coinSubject, {
    ...{ subject_id: coins, use_balance: false, coupon_id: 0, reuse_open },
    ...(idempotency_key ? { idempotency_key } : {}),
  });
}
