import { map, type ReadableAtom } from 'nanostores';
import { addressPage, addressReader, stepTo, writeAddress } from '#client/address.ts';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import type { OwnPage } from '#contract/center.ts';

export interface OwnListQuery {
  tab: string;
  /** Words that are looked for; empty: everything. */
  q: string;
  /** What else the list is narrowed to, by name. */
  filters: Readonly<Record<string, string>>;
  page: number;
}

export interface OwnListState<P> extends OwnListQuery {
  data: P | null;
  failure: Failure | null;
  loading: boolean;
  /** Key of the row that an action is under way for. */
  acting: string | number | null;
}

export interface OwnList<P> {
  readonly $state: ReadableAtom<OwnListState<P>>;
  actions: {
    /** Loads what the address names. */
    open(): void;
    choose(change: Partial<OwnListQuery>): void;
    /** The same page again, e.g. after a row was removed. */
    reload(): Promise<void>;
    /** A change of the row with this key; the list shows what became of it. `done` is said; an error the gateway caller has shown. */
    act<T>(key: string | number, work: () => Promise<T>, done: string | ((answer: T) => string)): Promise<void>;
    /** Nothing that is under way counts any more. */
    close(): void;
  };
}

export interface OwnListInput<P> {
  /** What `?tab=` may say, the first is what it says when it says nothing; a single one: it is not asked. */
  tabs: readonly string[];
  /** What else the address may say, by name; the first of each is what it says when it says nothing. Nothing alone: any number. */
  filters?: Readonly<Record<string, readonly string[]>>;
  /** Words are names or phones of others: they stand neither in the address nor in the history. */
  is_private?: boolean;
  fetch(query: OwnListQuery): Promise<P>;
  /** While this holds the page is loaded again every few seconds. */
  moves?(data: P): boolean;
}

const AGAIN_MS = 2_500;

/**
 * A list of the reader's own with tabs, search, filters and pages; its state is the address, and what the reader chooses is a step of the
 * history. The newest call wins; a page that is gone becomes the last one.
 */
export function createOwnList<P extends OwnPage<unknown>>({
  tabs,
  filters = {},
  is_private = false,
  fetch,
  moves,
}: OwnListInput<P>): OwnList<P> {
  const first = tabs[0] ?? '';
  const usual = Object.fromEntries(Object.entries(filters).map(([name, [value = '']]) => [name, value]));
  const $state = map<OwnListState<P>>({
    ...{ tab: first, q: '', filters: usual, page: 1 },
    ...{ data: null, failure: null, loading: true, acting: null },
  });
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function again(): void {
    timer = setTimeout(() => void load(true), AGAIN_MS);
  }

  async function load(by_itself = false): Promise<void> {
    clearTimeout(timer);
    const mine = ++turn;
    const { tab, q, filters: chosen, page } = $state.get();
    if (!by_itself) $state.setKey('loading', true);
    try {
      const data = await fetch({ tab, q, filters: chosen, page });
      if (mine !== turn) return;
      const last = Math.max(1, Math.ceil(data.total / data.limit));
      if (page > last) {
        $state.setKey('page', last);
        writeAddress({ page: last });
        return await load(by_itself);
      }
      $state.set({ ...$state.get(), data, failure: null, loading: false });
      if (moves?.(data)) again();
    } catch (error) {
      if (mine !== turn) return;
      $state.setKey('loading', false);
      // what the user did not ask for fails silently; the rows that are there stay
      if (by_itself && $state.get().data) return again();
      $state.setKey('failure', failureOf(error, '加载失败，请稍后再试'));
    }
  }

  const address = addressReader((query) => {
    const one = (name: string, values: readonly string[]) => {
      const said = query.get(name) ?? '';
      const any = values.length === 1 && values[0] === '' && /^\d{1,15}$/.test(said);
      return any ? said : (values.find((value) => value === said) ?? values[0] ?? '');
    };
    $state.set({
      ...$state.get(),
      tab: tabs.length > 1 ? one('tab', tabs) : first,
      q: is_private ? $state.get().q : (query.get('q') ?? '').slice(0, 60),
      filters: Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, one(name, values)])),
      page: addressPage(query),
    });
  });

  function said({ tab, q, filters: chosen, page }: OwnListQuery): Record<string, string | number> {
    const narrowed = Object.entries(chosen).map(([name, value]) => [name, value === usual[name] ? '' : value]);
    return { ...(tabs.length > 1 ? { tab: tab === first ? '' : tab } : {}), ...Object.fromEntries(narrowed), q: is_private ? '' : q, page };
  }

  return {
    $state,
    actions: {
      open() {
        address.read();
        void load();
      },
      choose(change) {
        address.readFirst();
        const before = $state.get();
        const next = { ...before, page: 1, ...change, filters: { ...before.filters, ...change.filters } };
        // another tab shows nothing of the one before it, but its counts
        $state.set(next);
        stepTo(said(next));
        void load();
      },
      reload: () => load(),
      async act(key, work, done) {
        $state.setKey('acting', key);
        try {
          const answer = await work();
          toastSuccess(typeof done === 'string' ? done : done(answer));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        } finally {
          $state.setKey('acting', null);
          await load();
        }
      },
      close() {
        clearTimeout(timer);
        turn++;
      },
    },
  };
}
