import { atom, type ReadableAtom } from 'nanostores';
import { followAddress, pushAddress, replaceAddress } from '#client/address.ts';
import { ApiError, type Failure, failureOf, isLost } from '#client/api-error.ts';
import { fetchFile, postCsv, saveBlob } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { ADMIN_CALLS, type BulkRun, type ListAction, type ListFacts, type ListPage, type SavedView, XLSX_TYPE } from '#contract/admin.ts';
import { whileMoving } from '#kit/console/screen.store.ts';

/** A list's state is its address: filters, search and order are the query; columns and the place of the page stand beside them. */
interface ListAddress {
  /** As the gateway, saved views, exports and bulk runs write it. */
  query: string;
  columns: string[];
  after: string;
  before: string;
}

const BESIDE = ['cols', 'after', 'before'];

export function readAddress(search: string): ListAddress {
  const params = new URLSearchParams(search);
  const after = params.get('after') ?? '';
  const before = params.get('before') ?? '';
  const columns = (params.get('cols') ?? '').split(',').filter((key) => key !== '');
  for (const name of BESIDE) params.delete(name);
  return { query: params.toString(), columns, after, before: after === '' ? before : '' };
}

export function writeAddress({ query, columns, after, before }: ListAddress): string {
  const params = new URLSearchParams(query);
  if (columns.length > 0) params.set('cols', columns.join(','));
  if (after) params.set('after', after);
  else if (before) params.set('before', before);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The query with one parameter changed; '' takes it away. */
export function withParam(query: string, key: string, value: string): string {
  const params = new URLSearchParams(query);
  if (value === '') params.delete(key);
  else params.set(key, value);
  return params.toString();
}

export interface ListState {
  load: 'loading' | 'forbidden' | 'missing' | 'failed' | 'ready';
  /** Why there is no list, or, beside `ready`, why there are no rows. */
  failure: Failure | null;
  facts: ListFacts | null;
  /** Null: these conditions could not be loaded. */
  page: ListPage | null;
  busy: boolean;
  address: ListAddress;
  /** Row that the keys are on. */
  current: number;
  selected: readonly string[];
  /** All that match, not only the selected. */
  all: boolean;
  exporting: boolean;
  run: BulkRun | null;
}

export interface StaffListStore {
  readonly $state: ReadableAtom<ListState>;
  actions: {
    open(): Promise<void>;
    reload(): Promise<void>;
    /** The address of a neighbouring page, for a real link. */
    href(place: { after?: string; before?: string }): string;
    /** Goes to a query or a place, as the link with this address would. */
    go(search: string): void;
    filter(key: string, value: string): void;
    setColumns(columns: string[]): void;
    move(by: number): void;
    select(ids: readonly string[], on: boolean): void;
    selectAll(on: boolean): void;
    saveView(name: string): Promise<string | null>;
    dropView(view: SavedView): Promise<void>;
    /** @returns how many rows, or what is wrong */
    preview(action: ListAction): Promise<number | string>;
    start(action: ListAction, reason: string, expected: number): Promise<string | null>;
    closeRun(): void;
    exportAs(form: 'csv' | 'xlsx'): Promise<string | null>;
  };
}

const POLL_MS = 700;

/** The list `key` of the console; its state is the page's address. */
export function createStaffList(key: string): StaffListStore {
  const $state = atom<ListState>({
    load: 'loading',
    failure: null,
    facts: null,
    page: null,
    busy: true,
    address: { query: '', columns: [], after: '', before: '' },
    current: 0,
    selected: [],
    all: false,
    exporting: false,
    run: null,
  });
  const set = (patch: Partial<ListState>) => $state.set({ ...$state.get(), ...patch });
  let turn = 0;
  const lookAgain = whileMoving(
    () => {
      const { facts, page, selected } = $state.get();
      const states = facts?.columns.flatMap(({ key, kind }) => (kind === 'state' ? key : [])) ?? [];
      const moves = page?.rows.some(({ cells }) => states.some((column) => facts?.moving.includes(String(cells[column])))) === true;
      return moves && selected.length === 0;
    },
    async () => {
      const mine = turn;
      const { query, after, before } = $state.get().address;
      const page = await gateway('GET /admin/list/page', { list: key, query, after, before }, SILENT);
      if (mine === turn) set({ page });
    },
  );

  async function load(address: ListAddress, facts = $state.get().facts): Promise<void> {
    const mine = ++turn;
    set({ address, busy: true });
    try {
      const wanted = { query: address.query, after: address.after, before: address.before };
      const [known, rows] = await Promise.all([facts ?? gateway('GET /admin/list/facts', { list: key }, SILENT), pageOrFailure(wanted)]);
      if (mine === turn) set({ load: 'ready', ...rows, facts: known, busy: false, current: 0, selected: [], all: false });
      lookAgain();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine !== turn) return;
      const state = error.status === 403 ? 'forbidden' : error.status === 404 ? 'missing' : 'failed';
      set({ load: state, busy: false, failure: failureOf(error) });
    }
  }

  /** What only the rows lack is said where they would stand: filters and search stay as typed. */
  async function pageOrFailure(wanted: Pick<ListAddress, 'query' | 'after' | 'before'>): Promise<Pick<ListState, 'page' | 'failure'>> {
    try {
      return { page: await gateway('GET /admin/list/page', { list: key, ...wanted }, SILENT), failure: null };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 403 || error.status === 404) throw error;
      return { page: null, failure: failureOf(error) };
    }
  }

  /** Null: done; else what is to be said. */
  async function told(work: () => Promise<void>): Promise<string | null> {
    try {
      await work();
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.msg;
    }
  }

  function go(search: string): void {
    pushAddress(location.pathname + search);
    void load(readAddress(search));
  }

  const wish = (action: ListAction) => {
    const { all, selected, address } = $state.get();
    return { list: key, action: action.name, ids: all ? [] : [...selected], query: address.query };
  };

  /** The run that is looked at. */
  let seen_run = 0;

  async function follow(id: number): Promise<void> {
    seen_run = id;
    for (;;) {
      // the run goes on without the line
      const run = await gateway('GET /admin/list/run', { id }, SILENT).catch((error: unknown) => {
        if (!isLost(error)) throw error;
        return null;
      });
      if (run && seen_run === id) set({ run });
      if (run?.status === 'done') return load($state.get().address);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  return {
    $state,
    actions: {
      async open() {
        if (!$session.get()) return location.replace(loginUrl());
        followAddress(() => void load(readAddress(location.search)));
        await load(readAddress(location.search));
      },
      reload: () => load($state.get().address),
      href: (place) => `${location.pathname}${writeAddress({ ...$state.get().address, after: '', before: '', ...place })}`,
      go,
      filter(name, value) {
        const { address } = $state.get();
        go(writeAddress({ ...address, query: withParam(address.query, name, value.trim()), after: '', before: '' }));
      },
      setColumns(columns) {
        const address = { ...$state.get().address, columns };
        replaceAddress(location.pathname + writeAddress(address));
        set({ address });
      },
      move(by) {
        const { current, page } = $state.get();
        set({ current: Math.max(0, Math.min((page?.rows.length ?? 1) - 1, current + by)) });
      },
      select(ids, on) {
        const { selected } = $state.get();
        set({ selected: on ? [...new Set([...selected, ...ids])] : selected.filter((id) => !ids.includes(id)), all: false });
      },
      selectAll: (all) => set({ all }),
      saveView: (name) =>
        told(async () => {
          const { facts, address } = $state.get();
          const views = await gateway('POST /admin/list/view', { list: key, name, query: address.query }, SILENT).then(
            ({ views }) => views,
          );
          if (facts) set({ facts: { ...facts, views } });
          toastSuccess('视图已保存');
        }),
      async dropView(view) {
        await told(async () => {
          const { facts } = $state.get();
          const views = await gateway('DELETE /admin/list/view', { list: key, id: view.id }, SILENT).then(({ views }) => views);
          if (facts) set({ facts: { ...facts, views } });
        });
      },
      async preview(action) {
        let count = 0;
        const wrong = await told(async () => {
          count = (await gateway('POST /admin/list/preview', wish(action), SILENT)).count;
        });
        return wrong ?? count;
      },
      start: (action, reason, expected) =>
        told(async () => {
          const { id } = await gateway('POST /admin/list/run', { ...wish(action), reason, expected }, SILENT);
          void told(() => follow(id)).then((wrong) => wrong !== null && toastError(wrong));
        }),
      closeRun() {
        seen_run = 0;
        set({ run: null });
      },
      async exportAs(form) {
        const { facts, address } = $state.get();
        set({ exporting: true });
        const wrong = await told(async () => {
          const wanted = { list: key, query: address.query, columns: address.columns };
          const init = { method: 'POST', body: JSON.stringify(wanted) };
          const blob =
            form === 'csv'
              ? await postCsv(ADMIN_CALLS.export, wanted)
              : await fetchFile(ADMIN_CALLS.export_xlsx, XLSX_TYPE, '导出失败，请稍后再试', init);
          saveBlob(blob, `${facts?.title ?? key}.${form}`);
        });
        set({ exporting: false });
        return wrong;
      },
    },
  };
}
