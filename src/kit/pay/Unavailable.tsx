import type { HeldElsewhere, UserCoupon } from '#contract/order.ts';
import { amountText } from '#ui/price-text.ts';
import { freeHeld } from './purchase.store.ts';

export interface UnavailableProps {
  quote: { unfit_coupons: UserCoupon[]; held: HeldElsewhere[] };
  busy: boolean;
  /** Asks for the price again: an order that held something is closed. */
  onFreed: () => Promise<void>;
}

/** Why a coupon or a part of the balance that the reader knows of is not among the choices. */
export default function Unavailable({ quote, busy, onFreed }: UnavailableProps) {
  const barred = quote.unfit_coupons.find(({ refusal }) => refusal !== '');
  const short = quote.unfit_coupons.filter(({ refusal }) => refusal === '');
  const [nearest] = short.toSorted((a, b) => a.min_price - b.min_price);
  return (
    <>
      {nearest && (
        <p className="text-xs text-muted">
          另有 {short.length} 张优惠券未满足使用条件，如「{nearest.title}」需满 ¥{amountText(nearest.min_price)}
        </p>
      )}
      {barred && (
        <p className="text-xs text-muted">
          「{barred.title}」不可用：{barred.refusal}
        </p>
      )}
      {quote.held.map(({ orderid, title, coupon, balance }) => (
        <p key={orderid} className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
          <span>
            {[coupon && `优惠券「${coupon}」`, balance > 0 && `余额 ¥${amountText(balance)}`].filter(Boolean).join('、')}
            被待支付订单「{title}」占用
          </span>
          <button type="button" className="link text-primary" disabled={busy} onClick={() => void freeHeld(orderid).then(onFreed)}>
            关闭该订单并释放
          </button>
        </p>
      ))}
    </>
  );
}
