import { useStore } from '@nanostores/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ORDER_PAID, ORDER_WAITING, type OrderDetail } from '#contract/order.ts';
import type { PayApp } from '#contract/pay-app.ts';
import PayOnPhone from '#kit/pay/PayOnPhone.tsx';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { createPaidBack } from './paid-back.store.ts';

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
  const { orderid, status } = order;
  const [{ $state, actions }] = useState(() => createPaidBack(orderid, onChanged));
  const { late } = useStore($state);
  useEffect(() => {
    if (status !== ORDER_WAITING) return;
    actions.start();
    return actions.dispose;
  }, [actions, status]);
  useEffect(() => {
    // memberships and balance as the browser remembers them are those of before
    if (status === ORDER_PAID) void import('#client/refresh-user.ts').then(({ refreshUser }) => refreshUser()).catch(() => undefined);
  }, [status]);
  if (status === ORDER_WAITING && !late) {
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
