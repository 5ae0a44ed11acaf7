import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf } from './api-error.ts';

export interface Loaded<T> {
  /** Null: nothing was loaded yet. */
  data: T | null;
  failure: Failure | null;
}

export interface Load<T> {
  readonly $state: ReadableAtom<Loaded<T>>;
  actions: {
    load(): Promise<void>;
    /** Runs a change and loads again. Null: done; else what is to be said. */
    run(work: () => Promise<unknown>): Promise<string | null>;
  };
}

/** What one call answers, with its failure and the changes after which it is asked again. */
export function createLoad<T extends object>(fetch: () => Promise<T>): Load<T> {
  const $state = map<Loaded<T>>({ data: null, failure: null });
  async function load(): Promise<void> {
    try {
      $state.set({ data: await fetch(), failure: null });
    } catch (error) {
      $state.set({ data: $state.get().data, failure: failureOf(error) });
    }
  }
  return {
    $state: $state as ReadableAtom<Loaded<T>>,
    actions: {
      load,
      async run(work) {
        try {
          await work();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return Object.values(error.fields)[0] ?? error.msg;
        }
        await load();
        return null;
      },
    },
  };
}
