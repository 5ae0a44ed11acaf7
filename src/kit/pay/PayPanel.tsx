import { CircleCheck, ScanLine, Smartphone } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import type { Failure } from '#client/api-error.ts';
import type { Order } from '#contract/order.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { QrCode } from '#ui/QrCode.tsx';
import type { PayOnPhoneProps } from './PayOnPhone.tsx';
import type { ClosedProps, RefusedProps } from './PayStopped.tsx';

// desks need none of it; without it the code stays
const PayOnPhone = lazy<ComponentType<PayOnPhoneProps>>(() =>
  import('./PayOnPhone.tsx').catch(() => ({ default: ({ children }) => children })),
);

// most payments neither end nor fail; without them what happened is said in words
const stopped = () => import('./PayStopped.tsx');
const Closed = lazy<ComponentType<ClosedProps>>(() =>
  stopped().then(
    (of) => ({ default: of.Closed }),
    () => ({ default: ({ text }) => text }),
  ),
);
const Refused = lazy<ComponentType<RefusedProps>>(() =>
  stopped().then(
    (of) => ({ default: of.Refused }),
    () => ({ default: ({ failure }) => failure.message }),
  ),
);

export interface PayPanelProps {
  order: Order | null;
  busy: boolean;
  failure: Failure | null;
  closed_text: string;
  /** The payer's phone has the bill on its screen. */
  scanned: boolean;
  left_s: number;
  onRefresh: () => void;
  onAskBalance: () => void;
}

/** Channels whose QR can be made again (spec 4). */
const REFRESHABLE = [1, 2, 6];

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The amount, and how to pay it: the QR with its state drawn over it, or the balance. */
export function PayPanel({ order, busy, failure, closed_text, scanned, left_s, onRefresh, onAskBalance }: PayPanelProps) {
  const canRefresh = order !== null && REFRESHABLE.includes(order.platform);
  if (failure) {
    return (
      <Suspense>
        <Refused failure={failure} busy={busy} onRetry={onRefresh} />
      </Suspense>
    );
  }
  const phone = order !== null && matchMedia('(pointer: coarse), (width < 640px)').matches;
  const on_phone = phone && order.pay_qrcode !== '' && !closed_text;
  // an order without a code has none to refresh, and a phone scans none: it is placed again
  const again = !canRefresh ? '重新下单' : phone ? '重新支付' : '刷新二维码';
  const code = (
    <div className="relative mx-auto size-44 shrink-0 rounded-box border border-line p-1" aria-busy={busy || undefined}>
      {order?.pay_qrcode && !(phone && closed_text) ? (
        <QrCode text={order.pay_qrcode} label="支付二维码" />
      ) : (
        <div className="size-full rounded-box bg-ground" />
      )}
      {(busy || closed_text || scanned || order?.pay_price === 0) && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 rounded-box bg-base-100/92 p-3 text-center">
          {busy ? (
            <span className="loading loading-spinner text-primary" aria-hidden="true" />
          ) : closed_text ? (
            <Suspense>
              <Closed text={closed_text} again={again} onRefresh={onRefresh} />
            </Suspense>
          ) : scanned ? (
            <div role="status" className="grid justify-items-center gap-1">
              <CircleCheck size={32} className="text-success" aria-hidden="true" />
              <p className="font-semibold">已扫码</p>
              <p className="text-xs text-muted">请在手机上确认付款</p>
            </div>
          ) : (
            <p className="text-muted">余额足够，无需扫码</p>
          )}
        </div>
      )}
    </div>
  );
  return (
    <div className="flex items-center gap-5 max-sm:flex-col max-sm:items-stretch">
      {on_phone ? (
        <Suspense>
          <PayOnPhone order={order} busy={busy} onRefresh={onRefresh}>
            {code}
          </PayOnPhone>
        </Suspense>
      ) : (
        code
      )}
      <div className="grid min-w-0 flex-1 gap-1 max-sm:text-center">
        <p className="text-muted">应付金额</p>
        <p className="num text-[40px] leading-tight font-semibold text-primary" aria-live="polite">
          <span className="text-lg">¥</span>
          {order ? amountText(order.pay_price) : '--'}
        </p>
        {order && order.pay_price > 0 && order.pay_qrcode === '' && !closed_text && (
          <a className="link" href={paths.order(order.orderid)}>
            等待对公转账到账，查看订单
          </a>
        )}
        {order && order.pay_price > 0 && order.pay_qrcode !== '' && !closed_text && (
          <>
            {!on_phone && (
              <p className="flex items-center gap-1">
                <ScanLine size={16} className="shrink-0 text-primary" aria-hidden="true" />
                请使用微信或支付宝扫码支付
              </p>
            )}
            {isSandbox(order.pay_qrcode) && <SandboxHint href={order.pay_qrcode} />}
            <p className="num flex flex-wrap items-center gap-x-2 text-xs text-muted max-sm:justify-center">
              <span>
                {on_phone ? '付款码' : '二维码'} <span className="font-semibold text-base-content">{clock(left_s)}</span>{' '}
                后失效，支付成功后页面自动更新
              </span>
              {canRefresh && (
                <button type="button" className="link link-hover text-primary" disabled={busy} onClick={onRefresh}>
                  {on_phone ? '换一个付款码' : '换一个二维码'}
                </button>
              )}
            </p>
          </>
        )}
        {order?.pay_price === 0 && !closed_text && (
          <Button look="primary" size="lg" busy={busy} onClick={onAskBalance} className="mt-2">
            使用余额支付
          </Button>
        )}
      </div>
    </div>
  );
}

/** The sandbox's code leads to the simulated phone (spec of the sandbox world); a provider's never has this path. */
function isSandbox(code: string): boolean {
  return URL.canParse(code) && new URL(code).pathname === '/sandbox';
}

/** A reader's own phone cannot pay in the demo, so the way to the one that can stands beside the code. */
function SandboxHint({ href }: { href: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-1 rounded-field bg-gold-tint px-3 py-2 text-xs text-gold-ink max-sm:justify-center">
      <Smartphone size={14} className="shrink-0" aria-hidden="true" />
      演示环境不会真实扣款，
      <a className="underline underline-offset-2" href={href} target="_blank" rel="noopener">
        打开模拟手机付款
      </a>
    </p>
  );
}
