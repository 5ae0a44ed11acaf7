import { map } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import type { OfferPanel } from '#contract/offer.ts';

export interface OfferPanelState {
  panel: OfferPanel | null;
  failure: Failure | null;
}

/** What of a demand's offers concerns the reader. */
export function createOfferPanel(demand_id: number) {
  const $state = map<OfferPanelState>({ panel: null, failure: null });
  let turn = 0;
  async function load(): Promise<void> {
    const mine = ++turn;
    try {
      const panel = await gateway('GET /demand/offer/panel', { id: demand_id }, { silent: true });
      if (mine === turn) $state.set({ panel, failure: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine === turn) $state.set({ ...$state.get(), failure: failureOf(error) });
    }
  }
  return { $state, actions: { load, forget: () => $state.set({ panel: null, failure: null }) } };
}
