import { map } from 'nanostores';

/** How often an offer or an agreement on this page moved its demand, so that what shows the demand asks again. */
export function createDemandMoves() {
  const $state = map({ count: 0 });
  return { $state, actions: { moved: () => $state.setKey('count', $state.get().count + 1) } };
}

export const demand_moves = createDemandMoves();
