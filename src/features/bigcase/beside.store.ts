import { atom, type ReadableAtom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import type { RelatedItem } from '#contract/item.ts';
import { fetchBeside } from './bigcase.api.ts';

export interface BesideState {
  /** Null: still the server's batch. */
  cards: RelatedItem[] | null;
  busy: boolean;
}

/** Batches of one tab beside a case, of which the server drew the first; they go round. */
export function createBeside(type: number): { $state: ReadableAtom<BesideState>; actions: { next(sample_id: number): Promise<void> } } {
  const $state = atom<BesideState>({ cards: null, busy: false });
  let page = 1;
  const actions = {
    async next(sample_id: number) {
      const { cards, busy } = $state.get();
      if (busy) return;
      $state.set({ cards, busy: true });
      try {
        const { list } = await fetchBeside(sample_id, type, page + 1);
        if (list.length > 0) page += 1;
        $state.set({ cards: list.length > 0 ? list : cards, busy: false });
      } catch (error) {
        // the caller of the gateway tells why; the old batch stays
        $state.set({ cards, busy: false });
        if (!(error instanceof ApiError)) throw error;
      }
    },
  };
  return { $state, actions };
}
