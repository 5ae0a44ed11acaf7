import { createLoad } from '#client/load.store.ts';
import { fetchFitting, invite } from './demand.api.ts';

/** Whom the owner of a demand may ask for an offer. */
export function createFitting(demand_id: number) {
  const { $state, actions } = createLoad(() => fetchFitting(demand_id));
  return { $state, actions: { load: actions.load, invite: (user_id: number) => actions.run(() => invite(demand_id, user_id)) } };
}
