import { atom } from 'nanostores';
import { ApiError, type Failure, failureOf, inOneLine } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import type { JudgedForm, SearchChange, SearchPins, SearchPreview, WordChange } from '#contract/search-console.ts';
import { fetchPreview, postJudged, postPins, postWords } from './search-console.api.ts';

export interface PreviewState {
  busy: 'preview' | 'save' | null;
  previews: SearchPreview[] | null;
  failure: Failure | null;
}

const SOON = '已保存，一分钟内生效';
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
  const save = (work: () => Promise<unknown>, done: string) =>
    attempt('save', async () => {
      await work();
      toastSuccess(done);
      return {};
    });
  return {
    $state,
    actions: {
      show: (change: SearchChange, keywords: string[], kind: string) =>
        attempt('preview', async () => ({ previews: await fetchPreview(change, keywords, kind) })),
      saveWords: (changes: WordChange[]) => save(() => postWords(changes), SOON),
      savePins: (pins: SearchPins) => save(() => postPins(pins), SOON),
      saveJudged: (form: JudgedForm) => save(() => postJudged(form), form.item_ids.length > 0 ? '已保存考题' : '已删除考题'),
    },
  };
}
