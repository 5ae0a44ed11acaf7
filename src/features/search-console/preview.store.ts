import { atom } from 'nanostores';
import { ApiError, type Failure, failureOf, inOneLine } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import type { SearchPreview } from '#contract/outputs/search-console.ts';
import type { JudgedForm, SearchChange, SearchPins, WordChange } from '#contract/search-console.ts';

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
        attempt('preview', async () => ({
          previews: await gateway('POST /admin/search/preview', { change, keywords, kind }, { silent: true }),
        })),
      saveWords: (changes: WordChange[]) => save(() => gateway('POST /admin/search/words', { changes }, { silent: true }), SOON),
      savePins: (pins: SearchPins) => save(() => gateway('POST /admin/search/pins', { ...pins }, { silent: true }), SOON),
      saveJudged: (form: JudgedForm) =>
        save(
          () => gateway('POST /admin/search/judge', { ...form }, { silent: true }),
          form.item_ids.length > 0 ? '已保存考题' : '已删除考题',
        ),
    },
  };
}
