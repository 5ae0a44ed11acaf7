import { atom, type ReadableAtom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import type { RelatedItem } from '#contract/item.ts';
import type { ItemCalls } from '#contract/item-calls.ts';
import { fetchRelated } from '../item-detail/item.api.ts';

export interface MoreDesignsState {
  /** After the server's first page, in order. */
  batches: ReadonlyArray<readonly RelatedItem[]>;
  busy: boolean;
  ended: boolean;
  failed: boolean;
}

export interface MoreDesigns {
  $state: ReadableAtom<MoreDesignsState>;
  actions: {
    /** The next page; does nothing while one is under way and at the end. */
    more(): Promise<void>;
  };
}

/** Pages of designs like one, until there are no more. */
export function createMoreDesigns({ calls, id }: { calls: ItemCalls; id: number }): MoreDesigns {
  const $state = atom<MoreDesignsState>({ batches: [], busy: false, ended: false, failed: false });
  const actions = {
    async more() {
      const { batches, busy, ended } = $state.get();
      if (busy || ended) return;
      $state.set({ batches, ended, busy: true, failed: false });
      try {
        // the server drew page 1
        const { list } = await fetchRelated(calls.related, id, null, batches.length + 2);
        const shown = list.length > 0 ? [...batches, list] : batches;
        $state.set({ batches: shown, busy: false, ended: list.length < calls.related.limit, failed: false });
      } catch (error) {
        $state.set({ batches, busy: false, ended: false, failed: true });
        if (!(error instanceof ApiError)) throw error;
      }
    },
  };
  return { $state, actions };
}
