import { stepTo } from '#client/address.ts';
import { fetchCsv } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import { ASSISTANT_CALLS, COST_RANGES } from '#contract/assistant.ts';
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
