import { stepTo } from '#client/address.ts';
import { fetchCsv } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import { ASSISTANT_CALLS, COST_RANGES } from '#contract/assistant.ts';
import { ENGINE_CALLS, type EngineTable } from '#contract/engines.ts';
import { type BackupRun, SYSTEM_CALLS, type SystemTable } from '#contract/operations.ts';
import { saveCsv } from '#kit/console/save-csv.ts';
import { createScreen } from '#kit/console/screen.store.ts';

/** Costs of the assistant over the days that the address names. */
export function createCostsScreen() {
  const range = () => COST_RANGES.find((days) => String(days) === new URLSearchParams(location.search).get('range')) ?? 30;
  const screen = createScreen(() => gateway('GET /admin/assistant/costs', { range: range() }, { silent: true }), { by_address: true });
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      async choose(days: number) {
        stepTo({ range: days });
        await screen.actions.load();
      },
      save: () => saveCsv(`助手成本-近${range()}天`, () => fetchCsv(`${ASSISTANT_CALLS.costs_csv}?range=${range()}`)),
    },
  };
}

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
