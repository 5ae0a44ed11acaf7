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

/** The choice of a tab, where there are several. */
export const besideTab = (key: string): string => `beside-${key}`;

export interface BatchState {
  /** By the rail's key; absent: still the batch that the server drew. */
  cards: Readonly<Record<string, RelatedItem[]>>;
  busy: boolean;
}

export const FIRST_BATCH: BatchState = { cards: {}, busy: false };

/** The batches of the rails beside the page's item; pages go round. */
export function createBatches(rails: readonly Rail[]) {
  const $state = atom<BatchState>(FIRST_BATCH);
  const pages = new Map<string, number>();
  const chosen = () => rails.find(({ key }) => (document.getElementById(besideTab(key)) as HTMLInputElement | null)?.checked) ?? rails[0];

  /** The next batch of the chosen rail; the old one stays when it cannot be had (the gateway caller shows why). */
  async function next(): Promise<void> {
    const { cards, busy } = $state.get();
    const rail = chosen();
    if (busy || !rail) return;
    $state.set({ cards, busy: true });
    const { calls, id, category_id } = readPageState();
    const page = (pages.get(rail.key) ?? 1) + 1;
    try {
      const { list } = await fetchRelated(rail.call, id, rail.call.path === calls.related.path ? category_id : null, page);
      if (list.length > 0) pages.set(rail.key, page);
      $state.set({ cards: list.length > 0 ? { ...cards, [rail.key]: list } : cards, busy: false });
    } catch (error) {
      $state.set({ cards, busy: false });
      if (!(error instanceof ApiError)) throw error;
    }
  }

  return { $state, actions: { next } };
}
