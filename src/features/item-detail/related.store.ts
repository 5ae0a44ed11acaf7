import { atom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import type { RelatedItem } from '#contract/item.ts';
import { fetchRelated } from './item.api.ts';
import { readPageState } from './page-state.ts';

export interface BatchState {
  /** The server drew page 1; pages go round. */
  page: number;
  cards: RelatedItem[] | null;
  busy: boolean;
}

export const FIRST_BATCH: BatchState = { page: 1, cards: null, busy: false };
export const $batch = atom<BatchState>(FIRST_BATCH);

/** The next batch of related items; the old one stays when it cannot be had (the gateway caller tells why). */
export async function nextBatch(): Promise<void> {
  const now = $batch.get();
  if (now.busy) return;
  $batch.set({ ...now, busy: true });
  const { calls, id, category_id } = readPageState();
  try {
    const { list } = await fetchRelated(calls, id, category_id, now.page + 1);
    $batch.set(list.length > 0 ? { page: now.page + 1, cards: list, busy: false } : { ...now, busy: false });
  } catch (error) {
    $batch.set({ ...now, busy: false });
    if (!(error instanceof ApiError)) throw error;
  }
}
