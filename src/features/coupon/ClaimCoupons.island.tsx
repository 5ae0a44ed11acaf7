import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import type { ClaimableCoupon } from '#contract/coupon.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { createClaims } from './claims.store.ts';

/** Coupons that may be claimed on this page. Place it with `client:intent="signed-in"`. */
export default function ClaimCouponsIsland({ coupons }: { coupons: ClaimableCoupon[] }) {
  const [claims] = useState(createClaims);
  const { had, busy, errors } = useStore(claims.$state);
  const user_id = useSession()?.user.id ?? 0;
  useEffect(() => {
    if (user_id > 0) void claims.actions.know();
  }, [user_id, claims]);
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {coupons.map((coupon) => (
        <li key={coupon.id} className="panel flex items-center gap-3 p-4 sm:gap-4">
          <p className="num w-20 shrink-0 sm:w-24 text-center text-xl font-semibold text-primary">
            {coupon.percent_off > 0 ? `${(100 - coupon.percent_off) / 10} 折` : coupon.price > 0 ? `¥${amountText(coupon.price)}` : '免费'}
          </p>
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{coupon.title}</p>
            <p className="num text-xs text-muted">
              {coupon.noun}可用，{coupon.min_price > 0 ? `满 ¥${amountText(coupon.min_price)} 使用` : '无门槛'}
              {coupon.percent_off > 0 && `，最多减 ¥${amountText(coupon.price)}`}
            </p>
            <p className="num text-xs text-muted">{timeText(coupon.use_end_time)} 前有效</p>
            <FormError className="text-xs text-error">{errors[coupon.id]}</FormError>
          </div>
          {had.has(coupon.id) ? (
            <a className="btn btn-sm" href="/personalCenter/myCoupon">
              已领取
            </a>
          ) : (
            <Button
              look="primary"
              size="sm"
              busy={busy === coupon.id}
              disabled={coupon.refusal !== ''}
              aria-label={`领取${coupon.title}`}
              onClick={() => void claims.actions.claim(coupon.id)}
            >
              {coupon.refusal === '' ? '领取' : coupon.refusal}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
