import { map } from 'nanostores';
import { type Failure, failureOf } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { $session, loginUrl } from '#client/session.ts';
import type { OwnPrizes } from '#contract/draw.ts';

export interface PrizesState {
  data: OwnPrizes | null;
  failure: Failure | null;
}

/** The reader's own prizes; a visitor is sent to sign in and comes back. */
export function createPrizes() {
  const $state = map<PrizesState>({ data: null, failure: null });
  async function load(): Promise<void> {
    try {
      $state.set({ data: await gateway('GET /event/event/mine', {}, { silent: true }), failure: null });
    } catch (error) {
      $state.setKey('failure', failureOf(error));
    }
  }
  const open = async () => {
    if ($session.get()) await load();
    else location.replace(loginUrl());
  };
  return { $state, actions: { open, load } };
}
