import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { MONEY_TEXTS } from '#contract/money-texts.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { openTopUp } from '../wallet/open-top-up.tsx';
import { CallPanel } from './CallPanel.tsx';
import { type Contacting, type ContactView, createContact } from './contact.store.ts';
import { AskCoupon, Closed, PopupA, PopupB, Short } from './UnlockPanels.tsx';

/** Opens the contact of a resource; resolves when the dialog is closed. */
export function openContact(rid: number): Promise<void> {
  return openDialog<void>((close) => <ContactDialog rid={rid} onClose={() => close()} />);
}

const TITLES: Record<ContactView['view'], string> = {
  loading: '联系供应商',
  failed: '联系供应商',
  closed: '联系供应商',
  ask_coupon: '使用联系券',
  popup_a: '解锁联系方式',
  popup_b: '选择解锁方式',
  short: MONEY_TEXTS.coins_short,
  call: '拨打供应商电话',
};

function ContactDialog({ rid, onClose }: { rid: number; onClose: () => void }) {
  const [{ $state, actions }] = useState(() =>
    createContact(rid, { onUnlocked: (by) => toastSuccess(by === 'coupon' ? MONEY_TEXTS.used : MONEY_TEXTS.unlocked) }),
  );
  const state = useStore($state);
  useEffect(() => {
    void actions.start();
  }, [actions]);
  return (
    <Dialog open title={TITLES[state.view]} width={480} onClose={onClose}>
      <ContactBody state={state} actions={actions} onClose={onClose} />
    </Dialog>
  );
}

function ContactBody({ state, actions, onClose }: { state: ContactView; actions: Contacting['actions']; onClose: () => void }) {
  const { view, contact, busy, failure } = state;
  // who was short of coins had pressed for the phone already
  const topUp = async () => {
    if (await openTopUp(contact ? contact.unlock_price - contact.money : 0))
      await (view === 'short' ? actions.unlock('coin') : actions.start());
  };
  if (view === 'failed' && failure) return <ErrorState {...failure} onRetry={() => void actions.start()} />;
  if (view === 'loading' || !contact) return <Skeleton rows={3} row_class="h-12" />;
  if (view === 'call') return <CallPanel state={state} contact={contact} actions={actions} />;
  if (view === 'closed') return <Closed onClose={onClose} />;
  const shared = { contact, busy, failure, onClose, onCoins: () => void actions.unlock('coin'), onTopUp: () => void topUp() };
  if (view === 'short') return <Short {...shared} />;
  if (view === 'ask_coupon')
    return <AskCoupon {...shared} onCoupon={() => void actions.unlock('coupon')} onOther={actions.withoutCoupon} />;
  return view === 'popup_a' ? <PopupA {...shared} /> : <PopupB {...shared} />;
}
