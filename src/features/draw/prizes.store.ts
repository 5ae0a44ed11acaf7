import { map } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { $session, loginUrl } from '#client/session.ts';
import type { OwnPrizes } from '#contract/draw.ts';
import { fetchPrizes } from './draw.api.ts';

export interface PrizesState {
  data: OwnPrizes | null;
  failure: { message: string; request_id: string } | null;
}

/** The reader's own prizes; a visitor is sent to sign in and comes back. */
export function createPrizes() {
  const $state = map<PrizesState>({ data: null, failure: null });
  async function load(): Promise<void> {
    try {
      $state.set({ data: await fetchPrizes(), failure: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      $state.setKey('failure', { message: error.msg, request_id: error.request_id });
    }
  }
  const open = async () => {
    if ($session.get()) await load();
    else location.replace(loginUrl());
  };
  return { $state, actions: { open, load } };
}
