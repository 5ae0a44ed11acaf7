import { map, type ReadableAtom } from 'nanostores';
import { type Failure, failureOf } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import type { CalendarFeed } from '#contract/workbench.ts';

export interface FeedState {
  /** Null: not known yet; empty: there is none. */
  url: string | null;
  busy: boolean;
  failure: Failure | null;
}

export interface FeedStore {
  readonly $state: ReadableAtom<FeedState>;
  actions: {
    load(): Promise<void>;
    /** A new address, or none: every one before it ends. False: it failed, and the state says why. */
    renew(on: boolean): Promise<boolean>;
  };
}

/** The secret address of the reader's calendar. */
export function createFeed(): FeedStore {
  const $state = map<FeedState>({ url: null, busy: false, failure: null });
  async function ask(call: () => Promise<CalendarFeed>): Promise<boolean> {
    $state.setKey('busy', true);
    try {
      const { url } = await call();
      $state.set({ url, busy: false, failure: null });
      return true;
    } catch (error) {
      $state.set({ ...$state.get(), busy: false, failure: failureOf(error) });
      return false;
    }
  }
  return {
    $state,
    actions: {
      load: async () => {
        await ask(() => gateway('GET /user/workbench/feed', {}, { silent: true }));
      },
      renew: (on) => ask(() => gateway('POST /user/workbench/feed', { on }, { silent: true })),
    },
  };
}
