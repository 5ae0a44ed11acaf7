import { map, type ReadableAtom } from 'nanostores';
import { addressPage, addressQuery, writeAddress } from '#client/address.ts';
import { ApiError } from '#client/api-error.ts';
import type { OwnPage } from '#contract/center.ts';

export interface OwnListState<P> {
  tab: string;
  /** Words that are looked for; empty: everything. */
  q: string;
  page: number;
  data: P | null;
  failure: { message: string; request_id: string } | null;
  loading: boolean;
}

export interface OwnListQuery {
  tab: string;
  q: string;
  page: number;
}

export interface OwnList<P> {
  readonly $state: ReadableAtom<OwnListState<P>>;
  actions: {
    /** Loads what the address names. */
    open(): void;
    choose(change: Partial<OwnListQuery>): void;
    /** The same page anew, e.g. after a row was removed. */
    reload(): Promise<void>;
  };
}

/**
 * A list of the reader's own with tabs, search and pages; its state is the address. `tabs`: what `?tab=` may say, the first is what it says
 * when it says nothing. The newest call wins; a page that is gone becomes the last one.
 */
export function createOwnList<P extends OwnPage<unknown>>(input: {
  tabs: readonly string[];
  fetch(query: OwnListQuery): Promise<P>;
}): OwnList<P> {
  const first = input.tabs[0] ?? '';
  const $state = map<OwnListState<P>>({ tab: first, q: '', page: 1, data: null, failure: null, loading: true });
  let turn = 0;

  async function load(): Promise<void> {
    const mine = ++turn;
    const { tab, q, page } = $state.get();
    $state.setKey('loading', true);
    try {
      const data = await input.fetch({ tab, q, page });
      if (mine !== turn) return;
      const last = Math.max(1, Math.ceil(data.total / data.limit));
      if (page > last) return choose({ page: last });
      $state.set({ ...$state.get(), data, failure: null, loading: false });
    } catch (error) {
      if (mine !== turn) return;
      const known = error instanceof ApiError;
      const failure = { message: known ? error.msg : '加载失败，请稍后再试', request_id: known ? error.request_id : '' };
      $state.set({ ...$state.get(), failure, loading: false });
    }
  }

  function choose(change: Partial<OwnListQuery>): void {
    const before = $state.get();
    const next = { tab: before.tab, q: before.q, page: 1, ...change };
    // another tab shows nothing of the one before it, but its counts
    $state.set({ ...before, ...next });
    writeAddress({ tab: next.tab === first ? '' : next.tab, q: next.q, page: next.page });
    void load();
  }

  return {
    $state,
    actions: {
      open() {
        const query = addressQuery();
        const tab = query.get('tab') ?? first;
        $state.set({
          ...$state.get(),
          tab: input.tabs.includes(tab) ? tab : first,
          q: (query.get('q') ?? '').slice(0, 60),
          page: addressPage(query),
        });
        void load();
      },
      choose,
      reload: load,
    },
  };
}
