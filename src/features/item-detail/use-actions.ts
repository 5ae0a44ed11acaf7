import { useStore } from '@nanostores/react';
import type { ActionsProps } from './Actions.tsx';
import { lockedActions, type Offer, pageActions } from './actions.ts';
import { item } from './item.store.ts';
import { IDLE, item_work } from './item-work.store.ts';
import { press, pressAd, pressVoucher } from './perform.ts';
import { useItem } from './use-item.ts';

/** The buttons of the page for its reader, wherever they stand. */
export function useActions(offer: Offer, where: 'head' | 'locked' = 'head'): ActionsProps {
  const { detail, status, failure } = useItem();
  return {
    actions: (where === 'locked' ? lockedActions : pageActions)(offer, detail),
    work: useStore(item_work.$state, { ssr: () => IDLE }),
    vip_route: offer.vip_route,
    failure: status === 'failed' && !detail ? failure : null,
    onPress: (code) => void press(code),
    onVoucher: () => void pressVoucher(),
    ad: detail?.access.allowed === false && detail.access.offers.some(({ kind }) => kind === 'ad'),
    onAd: () => void pressAd(),
    onRetry: () => void item.actions.refresh(),
  };
}
