import { gateway } from '#client/gateway.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import type { QueryDesk } from '#contract/search-console.ts';
import { createScreen } from '#kit/console/screen.store.ts';

/** The lists of words as they are. */
export function createWords() {
  const { $state, actions } = createScreen(() => gateway('GET /admin/search/words', {}, { silent: true }));
  const replay = async () => {
    const failed = await actions.act(() => gateway('POST /admin/search/replay', {}, { silent: true }));
    if (failed === null) toastSuccess('已开始重算，几分钟内完成');
    else toastError(failed);
  };
  return { $state, actions: { ...actions, replay } };
}

/** Runs of the judged list. */
export function createRuns() {
  const { $state, actions } = createScreen(() => gateway('GET /admin/search/judged', {}, { silent: true }));
  const run = async () => {
    const failed = await actions.act(() => gateway('POST /admin/search/judged/run', {}, { silent: true }));
    if (failed === null) toastSuccess('已开始检查，十几秒后刷新即可看到结果');
    else toastError(failed);
  };
  return { $state, actions: { ...actions, run } };
}

export interface DeskData {
  keyword: string;
  /** As the address says; '': the one that is shown first. */
  kind: string;
  /** Null: nothing was asked for. */
  found: QueryDesk | null;
}

/** The query of the address. */
export function createDesk() {
  const { $state, actions } = createScreen<DeskData>(
    async () => {
      const query = new URLSearchParams(location.search);
      const [keyword, kind] = [query.get('keyword')?.trim() ?? '', query.get('kind') ?? ''];
      return {
        keyword,
        kind,
        found: keyword === '' ? null : await gateway('GET /admin/search/query', { keyword, kind }, { silent: true }),
      };
    },
    { by_address: true },
  );
  return { $state, actions };
}
