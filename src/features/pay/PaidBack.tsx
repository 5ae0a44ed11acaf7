import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { ORDER_POLL_MS } from '#contract/item.ts';
import { ORDER_PAID, ORDER_WAITING, type OrderDetail } from '#contract/order.ts';
import type { PayApp } from '#contract/pay-app.ts';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { fetchOrderState } from '../order/order.api.ts';
import PayOnPhone from './PayOnPhone.tsx';

/** So many questions are asked before the page says that nothing came; it goes on asking. */
const PATIENCE = 4;

export interface PaidBackProps {
  order: OrderDetail;
  by: PayApp;
  /** The order is another one by now. */
  onChanged: () => void;
  /** Opens the payment with all its choices. */
  onPay: () => void;
}

/** The buyer comes back from the app that they paid with: waits for the money and says whether it came. */
export default function PaidBack({ order, by, onChanged, onPay }: PaidBackProps) {
  const asked = useAsked(order, onChanged);
  const { status } = order;
  useEffect(() => {
    // memberships and balance as the browser remembers them are those of before
    if (status === ORDER_PAID) void import('../identity/refresh-user.ts').then(({ refreshUser }) => refreshUser()).catch(() => undefined);
  }, [status]);
  if (status === ORDER_WAITING && asked < PATIENCE) {
    return (
      <div role="status" className="panel flex items-center gap-3 p-4">
        <span className="loading loading-spinner text-primary" aria-hidden="true" />
        <p>
          正在确认付款结果
          <span className="block text-xs text-muted">付款后这里会自动更新，请不要重复付款</span>
        </p>
      </div>
    );
  }
  if (status === ORDER_PAID) {
    return (
      <div className="panel flex flex-wrap items-center justify-between gap-3 p-4">
        <p role="status" className="flex items-center gap-3 text-base font-semibold">
          <CircleCheck size={28} className="shrink-0 text-success" aria-hidden="true" />
          <span>
            付款成功 <span className="num">¥{amountText(order.pay_price)}</span>
          </span>
        </p>
        {order.done_href !== '' && (
          <a className="btn btn-primary" href={order.done_href}>
            查看{order.noun}
          </a>
        )}
      </div>
    );
  }
  return (
    <section className="panel grid gap-4 p-4" aria-label="付款结果">
      <div role="status" className="flex items-start gap-3">
        <CircleAlert size={28} className="shrink-0 text-warning" aria-hidden="true" />
        <p className="min-w-0">
          <span className="text-base font-semibold">{status === ORDER_WAITING ? '还没有收到付款' : '没有付款成功'}</span>
          <span className="block text-muted">
            {status === ORDER_WAITING ? '已经付款的请再等等，这里会自动更新；没有付款的可以重试。' : order.msg}
          </span>
        </p>
      </div>
      {status === ORDER_WAITING && order.pay_qrcode !== '' && (
        <div>
          <PayOnPhone order={order} last={by} onRefresh={onPay} />
        </div>
      )}
      {(status === ORDER_WAITING || order.can_buy) && (
        <Button wide onClick={onPay}>
          {status === ORDER_WAITING ? '换一种方式' : '重新下单'}
        </Button>
      )}
    </section>
  );
}

/** Asks about an order that waits, three seconds after each answer and whenever the page comes back. @returns how often it was asked */
function useAsked({ orderid, status }: OrderDetail, onChanged: () => void): number {
  const [asked, setAsked] = useState(0);
  const changed = useEffectEvent(onChanged);
  useEffect(() => {
    if (status !== ORDER_WAITING) return;
    let timer: ReturnType<typeof setTimeout>;
    let ended = false;
    const ask = async () => {
      clearTimeout(timer);
      // a lost answer counts as none: the next one comes in three seconds
      const state = await fetchOrderState(orderid).catch(() => null);
      if (ended) return;
      setAsked((before) => before + 1);
      if (state && state.status !== ORDER_WAITING) changed();
      else timer = setTimeout(() => void ask(), ORDER_POLL_MS);
    };
    const onVisible = () => {
      if (!document.hidden) void ask();
    };
    document.addEventListener('visibilitychange', onVisible);
    void ask();
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [orderid, status]);
  return asked;
}
