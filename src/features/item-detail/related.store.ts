import { atom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import type { RelatedItem } from '#contract/item.ts';
import type { RelatedCall } from '#contract/item-calls.ts';
import type { Routed } from '#contract/paths.ts';
import { fetchRelated } from './item.api.ts';
import { readPageState } from './page-state.ts';

/** Works of one kind beside an item: what is the same for every item of its kind. */
export interface Rail extends Routed {
  /** Of the works' kind. */
  key: string;
  gives: boolean;
  call: RelatedCall;
}

/** Where the works of a rail stand, and where later batches go on. */
export const besidePlace = (key: string): string => `beside-place-${key}`;

export interface BatchState {
  /** The server drew page 1; pages go round. */
  page: number;
  cards: RelatedItem[] | null;
  busy: boolean;
}

export const FIRST_BATCH: BatchState = { page: 1, cards: null, busy: false };

/** The batches of a rail beside the page's item. */
export function createBatches(call: RelatedCall) {
  const $state = atom<BatchState>(FIRST_BATCH);

  /** The next batch; the old one stays when it cannot be had (the gateway caller tells why). */
  async function next(): Promise<void> {
    const now = $state.get();
    if (now.busy) return;
    $state.set({ ...now, busy: true });
    const { calls, id, category_id } = readPageState();
    try {
      const { list } = await fetchRelated(call, id, call.path === calls.related.path ? category_id : null, now.page + 1);
      $state.set(list.length > 0 ? { page: now.page + 1, cards: list, busy: false } : { ...now, busy: false });
    } catch (error) {
      $state.set({ ...now, busy: false });
      if (!(error instanceof ApiError)) throw error;
    }
  }

  return { $state, actions: { next } };
}
