import { Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Order } from '#contract/order.ts';
import { PAY_APP_NAMES, type PayApp, payAppOf, payPath } from '#contract/pay-app.ts';
import { Button } from '#ui/Button.tsx';
import { copy } from '../copy.ts';

export interface PayOnPhoneProps {
  order: Pick<Order, 'orderid' | 'pay_qrcode' | 'pay_apps'>;
  busy?: boolean;
  /** The app that was opened last: offered first. */
  last?: PayApp | null;
  /** Has the order placed once more, so that it comes back with another code. */
  onRefresh: () => void;
  /** The code, for another phone. */
  children?: ReactNode;
}

/** Which app was opened for a code, in this tab; a closed store forgets it, and the page behind the code says the rest. */
const openedKey = (pay_qrcode: string) => `opened:${pay_qrcode}`;
function openedFor(pay_qrcode: string): string | null {
  try {
    return sessionStorage.getItem(openedKey(pay_qrcode));
  } catch {
    return null;
  }
}
function noteOpened(pay_qrcode: string, app: PayApp): void {
  try {
    sessionStorage.setItem(openedKey(pay_qrcode), app);
  } catch {
    // see above
  }
}

/** Pays on the phone that shows the order: its apps by one press each, the code for another phone below. */
export default function PayOnPhone({ order, busy = false, last = null, onRefresh, children }: PayOnPhoneProps) {
  const { orderid, pay_qrcode } = order;
  const [wanted, setWanted] = useState<{ app: PayApp; instead_of: string } | null>(null);
  const inside = payAppOf(navigator.userAgent);
  const apps = inside ? [inside] : [...order.pay_apps].sort((a, b) => Number(b === last) - Number(a === last));
  useEffect(() => {
    if (!wanted || pay_qrcode === '' || pay_qrcode === wanted.instead_of) return;
    noteOpened(pay_qrcode, wanted.app);
    location.assign(payPath(pay_qrcode, wanted.app, orderid));
  }, [wanted, pay_qrcode, orderid]);

  return (
    <div className="order-last grid w-full min-w-0 gap-3">
      {apps.map((app, at) => (
        <a
          key={app}
          className={`btn btn-main w-full ${at === 0 ? 'btn-primary' : 'btn-outline border-line'} ${busy ? 'btn-disabled' : ''}`}
          aria-disabled={busy || undefined}
          href={payPath(pay_qrcode, app, orderid)}
          onClick={(event) => {
            // an unpaid order that was opened in Alipay cannot be closed there: WeChat gets an order of its own
            if (busy || (app === 'wechat' && openedFor(pay_qrcode) === 'alipay')) event.preventDefault();
            else return noteOpened(pay_qrcode, app);
            if (busy) return;
            setWanted({ app, instead_of: pay_qrcode });
            onRefresh();
          }}
        >
          用{PAY_APP_NAMES[app]}支付
        </a>
      ))}
      {apps.length === 0 && (
        <div className="grid justify-items-start gap-2 rounded-box bg-ground p-3">
          <p>这个浏览器打不开付款。请复制付款链接，发到微信里打开，或用另一部手机扫码。</p>
          <p className="text-xs break-all text-muted select-all">{pay_qrcode}</p>
          <Button
            size="sm"
            icon={<Copy size={14} aria-hidden="true" />}
            onClick={() => void copy(pay_qrcode, '付款链接已复制', '请长按链接复制')}
          >
            复制付款链接
          </Button>
        </div>
      )}
      {children && (
        <details>
          <summary className="cursor-pointer py-2 text-center text-muted">显示二维码，用另一部手机扫码</summary>
          <div className="pt-2">{children}</div>
        </details>
      )}
    </div>
  );
}
