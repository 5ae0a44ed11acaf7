import { fetchCsv } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import { ENGINE_CALLS, type EngineTable } from '#contract/engines.ts';
import { saveCsv } from '#kit/console/save-csv.ts';
import { createScreen } from '#kit/console/screen.store.ts';

/** What was submitted to search engines and what their robots did. */
export function createEnginesScreen() {
  const screen = createScreen(() => gateway('GET /admin/engines', {}, { silent: true }));
  const push = () =>
    screen.actions.act(async () => {
      await gateway('POST /admin/engines/push', {}, { silent: true });
      toastSuccess('已开始推送，稍后刷新即可看到');
    });
  const save = (table: EngineTable, title: string) => saveCsv(`搜索引擎-${title}`, () => fetchCsv(`${ENGINE_CALLS.csv}?table=${table}`));
  return { $state: screen.$state, actions: { ...screen.actions, push, save } };
}
