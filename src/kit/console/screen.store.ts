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
 * so Back and Forward load as well.
 */
export function createScreen<T>(fetchData: () => Promise<T>, { by_address = false } = {}): Screen<T> {
  const $state = atom<ScreenState<T>>({ load: 'loading', data: null, failure: null });
  const load = async () => {
    try {
      $state.set({ load: 'ready', data: await fetchData(), failure: null });
    } catch (error) {
      const failure = failureOf(error);
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
