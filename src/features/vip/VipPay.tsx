import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { $session } from '#client/session.ts';
import type { VipQuote, VipSpec } from '#contract/membership.ts';
import { PLATFORM_BALANCE } from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import { BalanceConfirm } from '#kit/pay/AskToPay.tsx';
import { PayChoices } from '#kit/pay/PayChoices.tsx';
import { PayPanel } from '#kit/pay/PayPanel.tsx';
import Unavailable from '#kit/pay/Unavailable.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { endText } from '#ui/time-text.ts';
import { createCouponClock, createVipPaying, type VipWish } from './vip.store.ts';
import { untilText } from './vip-texts.ts';

export interface VipPayProps {
  spec: VipSpec;
  /** Of the plan's coupons; 0: there are none. */
  coupon_type: number;
  /** The open order is replaced, not shown again. */
  fresh: boolean;
  wish: VipWish;
  onPaid: (orderid: string) => void;
  onCouponEnded: () => void;
}

/** Quote, choices and payment of one spec; another spec is another instance. */
export function VipPay({ spec, coupon_type, fresh, wish, onPaid, onCouponEnded }: VipPayProps) {
  const [paying] = useState(() => createVipPaying({ vip_id: spec.id, coupon_type, fresh, wish }));
  const state = useStore(paying.$state);
  const session = useStore($session);
  const told = useEffectEvent(onPaid);
  useEffect(() => {
    void paying.actions.start();
    return paying.actions.dispose;
  }, [paying]);
  const orderid = state.order?.orderid ?? '';
  const is_paid = (state.view === 'paid' || state.view === 'free') && orderid !== '';
  useEffect(() => {
    if (is_paid) told(orderid);
  }, [is_paid, orderid]);
  if (state.view === 'loading') return <Skeleton rows={2} row_class="h-28" label="正在准备订单" />;
  if (state.view === 'failed') {
    const retry = () => void paying.actions.start();
    return <ErrorState message="" {...state.failure} onRetry={retry} />;
  }
  if (state.view === 'owned') {
    return (
      <p role="status" className="rounded-box bg-gold-tint p-4 text-center text-gold-ink">
        您已是终身会员，无需再次开通。
      </p>
    );
  }
  const { order, quote, busy } = state;
  const chosen = quote?.coupons.find(({ id }) => id === state.coupon_id);
  const by_balance = order?.platform === PLATFORM_BALANCE;
  if (state.confirming && order && by_balance) {
    const pay = () => void paying.actions.payByBalance();
    return <BalanceConfirm order={order} busy={busy} onConfirm={pay} onCancel={() => paying.actions.askBalance(false)} />;
  }
  return (
    <div className="grid gap-4">
      {quote && <Effect quote={quote} nickname={session?.user.nickname ?? ''} />}
      {quote && (
        <PayChoices
          state={state}
          quote={quote}
          clock={chosen && <CouponClock key={chosen.id} use_end_time={chosen.use_end_time} onEnded={onCouponEnded} />}
          onCoupon={(coupon_id) => void paying.actions.choose({ coupon_id })}
          onBalance={(use_balance) => void paying.actions.choose({ use_balance })}
        >
          <Unavailable quote={quote} busy={busy} onFreed={paying.actions.requote} />
        </PayChoices>
      )}
      {order && order.pay_price === 0 && !by_balance && !state.failure && state.closed_text === '' ? (
        <div className="grid justify-items-center gap-3 rounded-box bg-ground p-6">
          <p className="text-muted">抵扣后无需支付，确认后立即生效</p>
          <Button look="primary" size="lg" busy={busy} onClick={() => void paying.actions.payByBalance()}>
            {quote?.is_change === 1 ? '立即升级' : '立即开通'}
          </Button>
        </div>
      ) : (
        <PayPanel
          order={order}
          busy={busy}
          failure={state.failure}
          closed_text={state.closed_text}
          scanned={state.scanned}
          left_s={state.left_s}
          onRefresh={() => void paying.actions.refresh()}
          onAskBalance={() => paying.actions.askBalance(true)}
        />
      )}
      {wish.seats && order?.pay_qrcode ? (
        <p className="text-xs">
          用公司账户付款：
          <a className="link" href={paths.order(order.orderid)}>
            到订单里选“对公转账”
          </a>
        </p>
      ) : null}
      <p className="text-xs text-muted">
        开通即表示同意
        <a className="underline underline-offset-2" href="/about/helpCenter?id=40" target="_blank" rel="noopener">
          《会员服务协议》
        </a>
        与
        <a className="underline underline-offset-2" href="/about/helpCenter?id=41" target="_blank" rel="noopener">
          《购买须知》
        </a>
        。
      </p>
    </div>
  );
}

/** For whom, from when until when, and what is credited. */
function Effect({ quote, nickname }: { quote: VipQuote; nickname: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rounded-box bg-gold-tint p-4 text-gold-ink">
      <p>
        {nickname}，开通后有效期至 <strong className="num">{untilText(quote.to)}</strong>
        {quote.change === 'renew' || quote.change === 'wait' ? `，自 ${endText(quote.from)} 起` : ''}
      </p>
      <p className="text-xs">{quote.msg}</p>
      {quote.credit_price > 0 && (
        <p className="num w-full text-xs">
          原价 ¥{amountText(quote.list_price)}，原会员剩余价值抵扣 -¥{amountText(Math.min(quote.credit_price, quote.list_price))}
          {quote.credit_price > quote.list_price ? '，多出的部分已折算为会员时长' : ''}
        </p>
      )}
    </div>
  );
}

/** How long the chosen coupon lives by the server's clock; at its end it says so, and after a second the order is made again (spec 4). */
function CouponClock({ use_end_time, onEnded }: { use_end_time: number; onEnded: () => void }) {
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

const DAY_S = 86_400;
const two = (n: number): string => String(n).padStart(2, '0');

/** 剩余 3 天 above a day, then hours, minutes and seconds, 优惠券已过期 at the end (spec 4). */
export function couponLeftText(left_s: number): string {
  if (left_s <= 0) return '优惠券已过期';
  if (left_s > DAY_S) return `剩余 ${Math.ceil(left_s / DAY_S)} 天`;
  return `剩余 ${two(Math.floor(left_s / 3_600))}:${two(Math.floor(left_s / 60) % 60)}:${two(Math.floor(left_s) % 60)}`;
}

function Left({ clock }: { clock: ReturnType<typeof createCouponClock> }) {
  const left_s = useStore(clock.$state);
  return left_s === null ? null : (
    <span className="num shrink-0 text-xs text-primary" role={left_s === 0 ? 'status' : undefined}>
      {couponLeftText(left_s)}
    </span>
  );
}
