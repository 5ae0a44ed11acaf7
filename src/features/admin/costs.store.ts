import { COST_RANGES } from '#contract/assistant.ts';
import { fetchCosts } from '../assistant/assistant.api.ts';
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
    },
  };
}
