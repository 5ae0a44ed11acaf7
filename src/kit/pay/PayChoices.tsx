import { type ReactNode, useId } from 'react';
import type { UserCoupon } from '#contract/order.ts';
import { amountText } from '#ui/price-text.ts';
import type { PurchaseState } from './purchase.store.ts';

export interface PayChoicesProps {
  state: Pick<PurchaseState, 'order' | 'coupon_id' | 'use_balance' | 'busy'>;
  quote: { coupons: UserCoupon[]; balance: number };
  /** Why there is no coupon. */
  no_coupons?: string;
  onCoupon: (coupon_id: number) => void;
  onBalance: (use_balance: boolean) => void;
  /** Beside the coupons, e.g. how long the chosen one is still good. */
  clock?: ReactNode;
  /** Below both choices. */
  children?: ReactNode;
}

/** Which coupon, and whether the balance is used: what a buyer may choose of any payment. */
export function PayChoices({ state, quote, no_coupons = '暂无可用优惠券', onCoupon, onBalance, clock, children }: PayChoicesProps) {
  const coupon_field = useId();
  const deduction = state.order?.deduction_price ?? 0;
  return (
    <div className="grid gap-3 rounded-box border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <label className="shrink-0" htmlFor={coupon_field}>
          优惠券
        </label>
        {quote.coupons.length === 0 ? (
          <output id={coupon_field} className="text-muted">
            {no_coupons}
          </output>
        ) : (
          <span className="flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-1 sm:flex-nowrap">
            {clock}
            <select
              id={coupon_field}
              className="select select-sm max-w-64"
              value={state.coupon_id}
              disabled={state.busy}
              onChange={(event) => onCoupon(Number(event.target.value))}
            >
              <option value={0}>不使用优惠券</option>
              {quote.coupons.map((coupon) => (
                <option key={coupon.id} value={coupon.id}>
                  {coupon.title} -¥{amountText(coupon.price)}
                </option>
              ))}
            </select>
          </span>
        )}
      </div>
      {quote.balance > 0 && (
        <label className="flex items-center justify-between gap-4">
          <span>
            使用余额<span className="num text-muted">（可用 ¥{amountText(quote.balance)}）</span>
          </span>
          <span className="flex items-center gap-3">
            {deduction > 0 && <span className="num text-primary">-¥{amountText(deduction)}</span>}
            <input
              type="checkbox"
              className="checkbox checkbox-primary checkbox-sm"
              checked={state.use_balance}
              disabled={state.busy}
              onChange={(event) => onBalance(event.target.checked)}
            />
          </span>
        </label>
      )}
      {children}
    </div>
  );
}
