import { useStore } from '@nanostores/react';
import type { ActionsProps } from './Actions.tsx';
import { lockedActions, type Offer, pageActions } from './actions.ts';
import { item } from './item.store.ts';
import { IDLE, item_work } from './item-work.store.ts';
import { press, pressAd, pressClient, pressVoucher } from './perform.ts';
import { useItem } from './use-item.ts';

/** The buttons of the page for its reader, wherever they stand. */
export function useActions(offer: Offer, where: 'head' | 'locked' = 'head'): ActionsProps {
  const { detail, status, failure } = useItem();
  const actions = (where === 'locked' ? lockedActions : pageActions)(offer, detail);
  const failed = status === 'failed' && !detail;
  const { main } = actions;
  return {
    // who is signed in is not asked to because a call failed
    actions: failed ? { ...actions, main: { ...main, label: main.label.replace('登录', '') } } : actions,
    work: useStore(item_work.$state, { ssr: () => IDLE }),
    vip_route: offer.vip_route,
    failure: failed ? failure : null,
    onPress: (code) => void press(code),
    onVoucher: () => void pressVoucher(),
    ad: detail?.access.allowed === false && detail.access.offers.some(({ kind }) => kind === 'ad'),
    onAd: () => void pressAd(),
    shows: !offer.lessons && detail?.access.allowed === true && detail.access.right !== 'staff',
    onShow: () => void pressClient(),
    onRetry: () => void item.actions.refresh(),
  };
}
