import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { couponLeftText } from './coupon-left.ts';
import { createCouponClock } from './vip.store.ts';

/** How long the chosen coupon lives by the server's clock; at its end it says so, and after a second the order is made anew (spec 4). */
export function CouponClock({ use_end_time, onEnded }: { use_end_time: number; onEnded: () => void }) {
  const ended = useEffectEvent(onEnded);
  const [clock, setClock] = useState<ReturnType<typeof createCouponClock> | null>(null);
  useEffect(() => {
    const running = createCouponClock(use_end_time, () => ended());
    setClock(running);
    void running.actions.start();
    return running.actions.stop;
  }, [use_end_time]);
  return clock && <Left clock={clock} />;
}

function Left({ clock }: { clock: ReturnType<typeof createCouponClock> }) {
  const left_s = useStore(clock.$state);
  return left_s === null ? null : (
    <span className="num shrink-0 text-xs text-primary" role={left_s === 0 ? 'status' : undefined}>
      {couponLeftText(left_s)}
    </span>
  );
}
