import { atom, type ReadableAtom } from 'nanostores';
import { followAddress } from '#client/address.ts';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { $session, loginUrl } from '#client/session.ts';
import { faultOf } from './second-person.ts';

export interface ScreenState<T> {
  load: 'loading' | 'forbidden' | 'missing' | 'failed' | 'ready';
  data: T | null;
  failure: Failure | null;
}

export interface Screen<T> {
  readonly $state: ReadableAtom<ScreenState<T>>;
  actions: {
    /** Sends a visitor to sign in, else loads. */
    open(): Promise<void>;
    load(): Promise<void>;
    /** Does something and loads again. Null: done, or it waits for a second person; else what is to be said about it. */
    act(work: () => Promise<unknown>): Promise<string | null>;
  };
}

/**
 * What every screen of the console does with its data: load, say why not, act, load again. `by_address`: what is loaded depends on the query,
 * so Back and Forward load as well, and the newest call wins; `moves`: whether something of it ends by itself, so that it is looked at again until it has.
 */
export function createScreen<T>(
  fetchData: () => Promise<T>,
  { by_address = false, moves = () => false }: { by_address?: boolean; moves?: (data: T) => boolean } = {},
): Screen<T> {
  const $state = atom<ScreenState<T>>({ load: 'loading', data: null, failure: null });
  let turn = 0;
  const lookAgain = whileMoving(
    () => {
      const { data } = $state.get();
      return data !== null && moves(data);
    },
    // what cannot be looked at now stays as it was
    async () => {
      const mine = turn;
      const data = await fetchData();
      if (mine === turn) $state.set({ load: 'ready', data, failure: null });
    },
  );
  const load = async () => {
    const mine = ++turn;
    try {
      const data = await fetchData();
      if (mine !== turn) return;
      $state.set({ load: 'ready', data, failure: null });
      lookAgain();
    } catch (error) {
      const failure = failureOf(error);
      if (mine !== turn) return;
      const state = failure.status === 403 ? 'forbidden' : failure.status === 404 ? 'missing' : 'failed';
      $state.set({ ...$state.get(), load: state, failure });
    }
  };
  return {
    $state,
    actions: {
      load,
      async open() {
        if (!$session.get()) return location.replace(loginUrl());
        if (by_address) followAddress(() => void load());
        await load();
      },
      async act(work) {
        try {
          await work();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const fault = faultOf(error);
          if (fault !== null) return fault;
        }
        await load();
        return null;
      },
    },
  };
}

const LOOK_MS = 4_000;

/** Looks again every few seconds while something moves and the page is seen; a failure waits for the next time. */
export function whileMoving(moves: () => boolean, look: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    clearTimeout(timer);
    if (moves())
      timer = setTimeout(async () => {
        if (document.visibilityState === 'visible' && moves()) await look().catch(() => undefined);
        again();
      }, LOOK_MS);
  };
  return again;
}
