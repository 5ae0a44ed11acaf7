import { atom } from 'nanostores';
import { ApiError, type Failure, failureOf, inOneLine } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import type { SearchChange, SearchPreview } from '#contract/search-console.ts';
import { fetchPreview } from './search-console.api.ts';

export interface PreviewState {
  busy: 'preview' | 'save' | null;
  previews: SearchPreview[] | null;
  failure: Failure | null;
}

const IDLE: PreviewState = { busy: null, previews: null, failure: null };

/** A change of the search on its way: looked at first, then saved. */
export function createPreview() {
  const $state = atom<PreviewState>(IDLE);
  const attempt = async (busy: 'preview' | 'save', work: () => Promise<Partial<PreviewState>>) => {
    $state.set({ ...$state.get(), busy, failure: null });
    try {
      $state.set({ ...IDLE, ...(await work()) });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      $state.set({ ...$state.get(), busy: null, failure: inOneLine(failureOf(error)) });
      return false;
    }
  };
  return {
    $state,
    actions: {
      show: (change: SearchChange, keywords: string[], kind: string) =>
        attempt('preview', async () => ({ previews: await fetchPreview(change, keywords, kind) })),
      save: (work: () => Promise<unknown>, done: string) =>
        attempt('save', async () => {
          await work();
          toastSuccess(done);
          return {};
        }),
    },
  };
}
