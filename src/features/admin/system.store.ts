import { fetchCsv } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import { type BackupRun, SYSTEM_CALLS, type SystemTable } from '#contract/operations.ts';
import { saveCsv } from '#kit/console/save-csv.ts';
import { createScreen } from '#kit/console/screen.store.ts';

/** How the machines are, and what staff may start. */
export function createSystemScreen() {
  const screen = createScreen(() => gateway('GET /admin/system', {}, { silent: true }));
  const start = (sort: BackupRun['sort']) =>
    screen.actions.act(async () => {
      await gateway(`POST /admin/system/${sort}`, {}, { silent: true });
      toastSuccess(sort === 'backup' ? '已开始备份，稍后刷新即可看到结果' : '已开始演练，稍后刷新即可看到结果');
    });
  const save = (table: SystemTable, title: string) => saveCsv(`系统-${title}`, () => fetchCsv(`${SYSTEM_CALLS.csv}?table=${table}`));
  return { $state: screen.$state, actions: { ...screen.actions, start, save } };
}
