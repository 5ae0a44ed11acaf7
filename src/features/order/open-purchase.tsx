import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { $session, type Session } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import type { VipEntry } from '#contract/identity.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { findSection } from '../shell/sections.ts';
import { type Buyer, Purchase } from './Purchase.tsx';
import { createPurchase } from './purchase.store.ts';

export type PurchaseResult = 'paid' | 'closed';

/** Opens the modal in a root of its own and resolves when it is closed. `download`: the reader asked for the file at the end. */
export function showPurchase(item_id: number, session: Session): Promise<{ result: PurchaseResult; download: boolean }> {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  return new Promise((resolve) => {
    const close = (result: PurchaseResult, download: boolean) => {
      root.unmount();
      host.remove();
      resolve({ result, download });
    };
    root.render(<PurchaseDialog item_id={item_id} session={session} onDone={close} />);
  });
}

interface PurchaseDialogProps {
  item_id: number;
  session: Session;
  onDone: (result: PurchaseResult, download: boolean) => void;
}

function PurchaseDialog({ item_id, session, onDone }: PurchaseDialogProps) {
  const [purchase] = useState(() => createPurchase(item_id));
  const state = useStore(purchase.$state);
  const current = useStore($session);
  useEffect(() => {
    void purchase.start();
    return purchase.dispose;
  }, [purchase]);
  const finished = state.view === 'paid' || state.view === 'free' || state.view === 'owned';
  const close = () => {
    const open = state.view === 'paying' && state.order !== null && state.closed_text === '';
    if (open) toastSuccess('订单已保留，可在「我的方案订单」继续支付');
    onDone(finished ? 'paid' : 'closed', false);
  };
  // signed out meanwhile (another tab, an expired login): the login dialog takes over
  const gone = current === null;
  useEffect(() => {
    if (gone) onDone('closed', false);
  }, [gone, onDone]);
  return (
    <Dialog open title="购买方案" bare modal_only width={930} className="purchase-dialog" onClose={close}>
      <Purchase
        state={state}
        buyer={buyerOf(session)}
        onRetry={() => void purchase.start()}
        onCoupon={(coupon_id) => void purchase.choose({ coupon_id })}
        onAnswerCoupon={(spend) => void purchase.answerCoupon(spend)}
        onBalance={(use_balance) => void purchase.choose({ use_balance })}
        onRefresh={() => void purchase.refresh()}
        onAskBalance={purchase.askBalance}
        onPayByBalance={() => void purchase.payByBalance()}
        onDownload={() => onDone('paid', true)}
        onClose={close}
      />
    </Dialog>
  );
}

function buyerOf({ user }: Session): Buyer {
  const terms = [user.vip.scheme, user.vip.all].filter((term): term is VipEntry => term !== undefined);
  const end = Math.max(0, ...terms.map((term) => term.end_time));
  return {
    nickname: user.nickname,
    headimgurl: user.headimgurl,
    vip_until: end * 1000 > Date.now() ? dayText(end) : null,
    vip_route: findSection('vip')?.route ?? null,
  };
}

/** Spec 9: what ends after 2124 is for life. */
function dayText(unix_s: number): string {
  const day = new Date(unix_s * 1000);
  return day.getFullYear() > 2124 ? '终身' : day.toLocaleDateString('zh-CN');
}
