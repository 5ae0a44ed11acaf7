import { atom } from 'nanostores';
import { type Failure, failureOf } from '#client/api-error.ts';
import type { ItemImages } from '#contract/download.ts';
import { fetchImages } from './item.api.ts';
import { item } from './item.store.ts';

export interface PagesState {
  more: ItemImages['list'];
  loading: boolean;
  failure: Failure | null;
}

export const NO_PAGES: PagesState = { more: [], loading: false, failure: null };
/** Signed URLs may be asked for again this often, so that a broken picture does not ask for ever. */
const ANEW_EVERY_MS = 30_000;

/** The pages beyond the free ones, for a reader with a right to them. */
export function createPages() {
  const $state = atom<PagesState>(NO_PAGES);
  let loaded_for: string | null = null;
  let asked_ms = Number.NEGATIVE_INFINITY;

  /** Follows the page's item: loads the further pages once its reader may see them, drops them when they may not any more. */
  function watch(id: number, from: number, total: number): () => void {
    return item.$state.subscribe(({ status, detail }) => {
      if (status === 'loading') return;
      const opens = detail?.access.allowed === true && from <= total;
      const key = opens ? `${id}` : null;
      if (key === loaded_for) return;
      loaded_for = key;
      $state.set(NO_PAGES);
      if (opens) void load(id, from);
    });
  }

  async function load(id: number, from: number): Promise<void> {
    asked_ms = performance.now();
    $state.set({ ...$state.get(), loading: true, failure: null });
    try {
      const { list } = await fetchImages(id, from);
      if (loaded_for !== null) $state.set({ more: list, loading: false, failure: null });
    } catch (error) {
      if (loaded_for !== null) $state.set({ ...$state.get(), loading: false, failure: failureOf(error, '页面加载失败') });
    }
  }

  /** A picture did not come: its signed URL has probably ended, so fresh ones are asked for. */
  function renew(id: number, from: number): void {
    if (performance.now() - asked_ms > ANEW_EVERY_MS) void load(id, from);
  }

  return { $state, actions: { watch, load, renew } };
}
