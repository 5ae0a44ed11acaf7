import { useEffect, useEffectEvent, useState } from 'react';
import { COUPON_ENDED_MS } from '#contract/membership.ts';
import { couponLeftText } from './coupon-left.ts';
import { serverNow_s } from './vip.api.ts';

/** How long the chosen coupon lives by the server's clock; at its end it says so, and after a second the order is made anew (spec 4). */
export function CouponClock({ use_end_time, onEnded }: { use_end_time: number; onEnded: () => void }) {
  const [left_s, setLeft] = useState<number | null>(null);
  const ended = useEffectEvent(onEnded);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    void serverNow_s().then((now_s) => {
      // from here on by the page's own clock, which nobody sets
      const ends_ms = performance.now() + (use_end_time - now_s) * 1_000;
      const tick = () => {
        if (gone) return;
        const left = Math.max(0, Math.ceil((ends_ms - performance.now()) / 1_000));
        setLeft(left);
        timer = left > 0 ? setTimeout(tick, 1_000) : setTimeout(ended, COUPON_ENDED_MS);
      };
      tick();
    });
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [use_end_time]);
  return left_s === null ? null : (
    <span className="num text-xs text-primary" role={left_s === 0 ? 'status' : undefined}>
      {couponLeftText(left_s)}
    </span>
  );
}
