import { map } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import { DEMAND_ACT_TEXT, type DemandAct, type OwnDemandState } from '#contract/demand.ts';
import { actOnDemand, fetchStanding } from './demand.api.ts';

/** How an own demand stands, and what its owner does with it. */
export function createStanding(id: number) {
  const $state = map<{ standing: OwnDemandState | null; busy: boolean }>({ standing: null, busy: false });

  async function load(): Promise<void> {
    try {
      $state.setKey('standing', await fetchStanding(id));
    } catch (error) {
      // the page shows the demand without it
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async function act(name: DemandAct, why: string): Promise<boolean> {
    $state.setKey('busy', true);
    try {
      await actOnDemand(id, name, why);
      toastSuccess(`已${DEMAND_ACT_TEXT[name]}`);
      return true;
    } catch (error) {
      // the gateway caller has shown it
      if (!(error instanceof ApiError)) throw error;
      return false;
    } finally {
      await load();
      $state.setKey('busy', false);
    }
  }

  return { $state, actions: { load, act } };
}
