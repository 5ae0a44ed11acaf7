import { map } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { $session, loginUrl } from '#client/session.ts';
import type { SalonBought } from '#contract/salon.ts';

export interface BoughtState {
  bought: SalonBought | null;
  missing: boolean;
  failure: Failure | null;
}

/** The order that the address of /salon/success names. */
export function createBought() {
  const $state = map<BoughtState>({ bought: null, missing: false, failure: null });

  async function load(): Promise<void> {
    const orderid = new URLSearchParams(location.search).get('order') ?? '';
    if (!/^\d{24}$/.test(orderid)) return $state.setKey('missing', true);
    try {
      $state.set({ bought: await gateway('GET /salon/buy/bought', { orderid }, SILENT), missing: false, failure: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) $state.setKey('missing', true);
      else $state.setKey('failure', failureOf(error));
    }
  }

  /** A visitor is sent to sign in and comes back here. */
  function open(): void {
    if ($session.get()) void load();
    else location.replace(loginUrl());
  }

  return { $state, actions: { open, load } };
}
