import { atom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import type { ItemCard } from '#contract/item.ts';
import { fetchRecommended } from './item.api.ts';

export interface BatchState {
  /** The server drew page 1; pages go round. */
  page: number;
  cards: ItemCard[] | null;
  busy: boolean;
}

export const $batch = atom<BatchState>({ page: 1, cards: null, busy: false });

/** The next batch of recommended schemes; the old one stays when it cannot be had (the gateway caller tells why). */
export async function nextBatch(id: number, cid: number | null): Promise<void> {
  const now = $batch.get();
  if (now.busy) return;
  $batch.set({ ...now, busy: true });
  try {
    const { list } = await fetchRecommended(id, cid, now.page + 1);
    $batch.set(list.length > 0 ? { page: now.page + 1, cards: list, busy: false } : { ...now, busy: false });
  } catch (error) {
    $batch.set({ ...now, busy: false });
    if (!(error instanceof ApiError)) throw error;
  }
}
