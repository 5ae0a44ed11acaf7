import { map } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import type { OfferPanel } from '#contract/offer.ts';

export interface OfferPanelState {
  panel: OfferPanel | null;
  failure: Failure | null;
}

/** What the server draws; another part of the page may know more by the time one wakes. */
export const NOTHING: OfferPanelState = { panel: null, failure: null };

/** What of a demand's offers concerns the reader. */
export function createOfferPanel(demand_id: number) {
  const $state = map<OfferPanelState>(NOTHING);
  let turn = 0;
  let watchers = 0;
  let reader = 0;
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
  function follow(user_id: number): void {
    if (user_id === reader) return;
    reader = user_id;
    turn++;
    $state.set(NOTHING);
    if (user_id > 0) void load();
  }
  /** Asks for who is signed in, once for all parts of the page that show it. @returns what ends it */
  function watch(user_id: number): () => void {
    watchers++;
    follow(user_id);
    return () => {
      // parts that watch the next reader have begun to when this runs
      queueMicrotask(() => --watchers === 0 && follow(0));
    };
  }
  return { $state, actions: { load, watch } };
}

export type OfferPanelStore = ReturnType<typeof createOfferPanel>;
const known = new Map<number, OfferPanelStore>();

/** The same for the card and for the section of the page. */
export function offerPanelOf(demand_id: number): OfferPanelStore {
  const store = known.get(demand_id) ?? createOfferPanel(demand_id);
  // the server draws many pages and remembers none
  if (!import.meta.env.SSR) known.set(demand_id, store);
  return store;
}
