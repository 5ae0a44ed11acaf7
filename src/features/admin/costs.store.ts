import { ApiError } from '#client/api-error.ts';
import { saveBlob } from '#client/fetch-csv.ts';
import { toastError } from '#client/toast.ts';
import { COST_RANGES } from '#contract/assistant.ts';
import { fetchCosts, fetchCostsCsv } from '../assistant/assistant.api.ts';
import { createScreen } from './screen.store.ts';

/** Costs of the assistant over the days that the address names. */
export function createCostsScreen() {
  const range = () => COST_RANGES.find((days) => String(days) === new URLSearchParams(location.search).get('range')) ?? 30;
  const screen = createScreen(() => fetchCosts(range()));
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      async choose(days: number) {
        history.replaceState(null, '', `?range=${days}`);
        await screen.actions.load();
      },
      async save() {
        try {
          saveBlob(await fetchCostsCsv(range()), `助手成本-近${range()}天.csv`);
        } catch (error) {
          toastError(error instanceof ApiError ? error.msg : '导出失败，请稍后再试');
        }
      },
    },
  };
}
