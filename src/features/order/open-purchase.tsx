import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { gateway } from '#client/gateway.ts';
import { $session, type Session } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import type { VipEntry, VipName } from '#contract/identity.ts';
import type { Quote } from '#contract/order.ts';
import { type Bought, createPurchase, freeHeld, type Purchase as Purchasing } from '#kit/pay/purchase.store.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { endText } from '#ui/time-text.ts';
import { givesLessons, ordersTitle } from './order-kind.ts';
import { type Buyer, Purchase } from './Purchase.tsx';

export type PurchaseResult = 'paid' | 'closed';

/** How the modal was closed. */
export interface PurchaseEnd {
  result: PurchaseResult;
  /** The reader asked at the end for what was bought: the file, or the first lesson. */
  take: 'file' | 'lessons' | null;
  /** The order is still open: the phone that scanned it may pay it now. */
  open?: Purchasing;
}

/** Opens the modal and resolves when it is closed. */
export function showPurchase(item_id: number, session: Session, onBought: (bought: Bought) => void): Promise<PurchaseEnd> {
  stopWatching();
  return openDialog((close) => <PurchaseDialog item_id={item_id} session={session} onBought={onBought} onDone={close} />);
}

let stopWatching = () => {};

/** Goes on asking about the order of a closed modal until it is paid or closed, the reader signs out, or opens the modal again. */
export function watchAfterwards(purchase: Purchasing): void {
  const ends = [
    purchase.actions.dispose,
    purchase.$state.listen(({ view, closed_text, quote }) => {
      if (view === 'paying' && closed_text === '') return;
      stopWatching();
      if (view !== 'paid') return;
      const noun = quote?.item.noun ?? '';
      toastSuccess(`支付成功，${noun}已加入「${ordersTitle(quote?.item.kind ?? '')}」`);
    }),
    $session.listen((session) => {
      if (session === null) stopWatching();
    }),
  ];
  stopWatching = () => {
    for (const end of ends.splice(0)) end();
  };
}

/** A link of a publisher brings its code. */
function codeOfAddress(): { code?: string } {
  const code = new URLSearchParams(location.search).get('code');
  return code ? { code } : {};
}

interface PurchaseDialogProps {
  item_id: number;
  session: Session;
  onBought: (bought: Bought) => void;
  onDone: (end: PurchaseEnd) => void;
}

function PurchaseDialog({ item_id, session, onBought, onDone }: PurchaseDialogProps) {
  const [purchase] = useState(() => createPurchase(item_id, onBought, codeOfAddress()));
  const state = useStore(purchase.$state);
  const current = useStore($session);
  const noun = state.quote?.item.noun ?? '';
  const watched_on = useRef(false);
  useEffect(() => {
    void purchase.actions.start();
    return () => {
      if (!watched_on.current) purchase.actions.dispose();
    };
  }, [purchase]);
  const finished = state.view === 'paid' || state.view === 'free' || state.view === 'owned';
  const close = () => {
    const open = state.view === 'paying' && state.order !== null && state.closed_text === '';
    if (open) toastSuccess(`订单已保留，可在「${ordersTitle(state.quote?.item.kind ?? '')}」继续支付`);
    watched_on.current = open;
    onDone({ result: finished ? 'paid' : 'closed', take: null, ...(open ? { open: purchase } : {}) });
  };
  const putInCart = async () => {
    try {
      await gateway('POST /user/cart', { id: item_id });
    } catch {
      // said by the call
      return;
    }
    // the order of this dialog would only lie beside that of the cart
    if (state.order) void freeHeld(state.order.orderid);
    toastSuccess('已放入购物车，可在个人中心一起支付');
    onDone({ result: 'closed', take: null });
  };
  // signed out meanwhile (another tab, an expired login): the login dialog takes over
  const gone = current === null;
  useEffect(() => {
    if (gone) onDone({ result: 'closed', take: null });
  }, [gone, onDone]);
  return (
    <Dialog open title={`购买${noun}`} bare modal_only width={930} className="purchase-dialog" onClose={close}>
      <Purchase
        state={state}
        buyer={buyerOf(session, state.quote?.item)}
        onRetry={() => void purchase.actions.start()}
        onCoupon={(coupon_id) => void purchase.actions.choose({ coupon_id })}
        onTerms={purchase.agree}
        onAnswerCoupon={(spend) => void purchase.actions.answerCoupon(spend)}
        onBalance={(use_balance) => void purchase.actions.choose({ use_balance })}
        onFreed={purchase.actions.requote}
        onRefresh={() => void purchase.actions.refresh()}
        onAskBalance={purchase.actions.askBalance}
        onPayByBalance={() => void purchase.actions.payByBalance()}
        onCart={() => void putInCart()}
        onDownload={() => onDone({ result: 'paid', take: givesLessons(state.quote?.item.kind ?? '') ? 'lessons' : 'file' })}
        onClose={close}
      />
    </Dialog>
  );
}

/** Memberships are named as the kinds they are for. */
function buyerOf({ user }: Session, item: Quote['item'] | undefined): Buyer {
  const terms = [item && user.vip[item.kind as VipName], user.vip.all].filter((term): term is VipEntry => term !== undefined);
  const end = Math.max(0, ...terms.map((term) => term.end_time));
  return {
    nickname: user.nickname,
    headimgurl: user.headimgurl,
    vip_until: end * 1000 > Date.now() ? endText(end) : null,
    vip_route: item?.vip_route ?? null,
  };
}
