import { map } from 'nanostores';
import { addressPage, addressQuery, followAddress, stepTo } from '#client/address.ts';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { postCsv } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import type { PrivatePage } from '#contract/publish.ts';
import { REVIEW_CALLS, type ReviewActionText, type ReviewEntry, type ReviewList, type ReviewRevealed } from '#contract/review.ts';
import { saveCsv } from '#kit/console/save-csv.ts';

export interface DeskState {
  load: 'loading' | 'forbidden' | 'failed' | 'ready';
  failure: Failure | null;
  queue: ReviewList | null;
  /** Id of the row that is being looked at. */
  current: number | null;
  /** Its pages; null while they are on their way. */
  pages: PrivatePage[] | null;
  pages_failure: Failure | null;
  /** What is masked of it, whole, once somebody said why. */
  revealed: ReviewRevealed | null;
  /** A decision that is not sent yet and may be taken back, in words. */
  undo: string | null;
  /** Why the last decision did not count; null: it did. */
  notice: Failure | null;
}

/** So long a decision without a reason may be taken back; one with a reason was thought over in its dialog. */
const UNDO_MS = 5_000;

interface Waiting {
  row: ReviewEntry;
  action: ReviewActionText;
  reason: string;
  /** Its place in the queue. */
  at: number;
}

/** The desk of all that staff decide. */
export function createReviewDesk() {
  const $state = map<DeskState>({
    load: 'loading',
    failure: null,
    queue: null,
    current: null,
    pages: null,
    pages_failure: null,
    revealed: null,
    undo: null,
    notice: null,
  });
  const set = (patch: Partial<DeskState>) => $state.set({ ...$state.get(), ...patch });
  const entry = (): ReviewEntry | undefined => $state.get().queue?.list.find((row) => row.id === $state.get().current);

  let waiting: Waiting | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Opens the type that the address names. A visitor is sent to sign in; for everybody but staff the server answers 403. */
  async function open(): Promise<void> {
    if (!$session.get()) {
      location.replace(loginUrl());
      return;
    }
    followAddress(() => void place());
    addEventListener('pagehide', () => void send());
    await place();
  }

  /** Loads the type and page that the address names. */
  function place(): Promise<void> {
    const query = addressQuery();
    return load(query.get('type') ?? '', addressPage(query));
  }

  /** What is shown, or on its way. */
  let type_now = '';
  let turn = 0;

  async function load(type = type_now, page = 1): Promise<void> {
    const mine = ++turn;
    type_now = type;
    try {
      const seen = entry();
      const answer = await gateway('GET /admin/review/list', { type, page, limit: 20 }, SILENT);
      if (mine !== turn) return;
      const queue = withoutWaiting(answer);
      type_now = queue.type;
      set({ load: 'ready', queue, failure: null });
      // one that changed meanwhile is looked at again
      const kept = queue.list.some((row) => row.id === seen?.id && row.version === seen.version);
      if (!kept) show(queue.list.find((row) => row.id === seen?.id) ?? queue.list[0]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine !== turn) return;
      if (error.status === 403) set({ load: 'forbidden' });
      else set({ load: 'failed', failure: failureOf(error) });
    }
  }

  function chooseType(type: string): void {
    stepTo({ type, page: 1 });
    set({ current: null, notice: null });
    void load(type);
  }

  function goToPage(page: number): Promise<void> {
    stepTo({ page });
    return load(undefined, page);
  }

  function choose(id: number): void {
    set({ notice: null });
    show($state.get().queue?.list.find((row) => row.id === id));
  }

  /** The row so many places further, if there is one. */
  function step(by: 1 | -1): void {
    const { queue, current } = $state.get();
    const row = queue?.list[queue.list.findIndex(({ id }) => id === current) + by];
    if (row) choose(row.id);
  }

  function show(row: ReviewEntry | undefined): void {
    set({ current: row?.id ?? null, pages: null, pages_failure: null, revealed: null });
    if (row?.subject.has_pages) void loadPages();
  }

  async function loadPages(): Promise<void> {
    const id = $state.get().current;
    if (id === null) return;
    set({ pages: null, pages_failure: null });
    try {
      const pages = await gateway('GET /admin/review/pages', { id }, SILENT);
      if ($state.get().current === id) set({ pages });
    } catch (error) {
      if ($state.get().current === id) set({ pages_failure: failureOf(error, '页面没有加载出来') });
    }
  }

  /** Null: it stands whole on the screen; else why not. */
  async function reveal(reason: string): Promise<string | null> {
    const id = $state.get().current;
    if (id === null) return null;
    try {
      const revealed = await gateway('POST /admin/review/reveal', { id, reason }, SILENT);
      if ($state.get().current === id) set({ revealed });
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.msg;
    }
  }

  function withoutWaiting(queue: ReviewList): ReviewList {
    const list = queue.list.filter(({ id }) => id !== waiting?.row.id);
    return list.length === queue.list.length ? queue : withOpen({ ...queue, list }, waiting?.row.type ?? '', -1);
  }

  /** Decides on the version that is on the screen and goes on to the next row; what needs no reason is sent a moment later. */
  async function decide(action: ReviewActionText, reason = ''): Promise<void> {
    const row = entry();
    const { queue } = $state.get();
    if (!row || !queue) return;
    void send();
    const at = queue.list.indexOf(row);
    waiting = { row, action, reason, at };
    const rest = withoutWaiting(queue);
    set({ queue: rest, notice: null });
    show(rest.list[Math.min(at, rest.list.length - 1)]);
    if (action.needs_reason) return send();
    set({ undo: `${action.text}：${row.subject.title}` });
    timer = setTimeout(() => void send(), UNDO_MS);
  }

  /** Takes the last decision back: nothing was sent. */
  function undo(): void {
    const { queue } = $state.get();
    if (!waiting || !queue) return;
    const { row, at } = waiting;
    forget();
    if (queue.type === row.type) {
      const list = queue.list.some(({ id }) => id === row.id) ? queue.list : queue.list.toSpliced(at, 0, row);
      set({ queue: withOpen({ ...queue, list }, row.type, 1) });
      show(row);
    } else set({ queue: withOpen(queue, row.type, 1) });
  }

  function forget(): void {
    waiting = null;
    clearTimeout(timer);
    set({ undo: null });
  }

  /** Sends what waits, also when the page is left; says why when it does not count, and shows what is there now. */
  async function send(): Promise<void> {
    if (!waiting) return;
    const { row, action, reason } = waiting;
    forget();
    try {
      const decision = { id: row.id, version: row.version, action: action.name, reason };
      await gateway('POST /admin/review/decide', decision, { ...SILENT, keepalive: true });
      toastSuccess(`已${action.text}`);
      if ($state.get().queue?.list.length === 0) await load();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      set({ notice: failureOf(error) });
      await load();
      const back = $state.get().queue?.list.find(({ id }) => id === row.id);
      if (back) show(back);
    }
  }

  /** Hands over what waits of the type. */
  async function save(): Promise<void> {
    const { type = '', types = [] } = $state.get().queue ?? {};
    const title = types.find((one) => one.type === type)?.title ?? '';
    await saveCsv(`待处理的${title}`, () => postCsv(REVIEW_CALLS.export, { type }));
  }

  return { $state, actions: { open, load, save, chooseType, goToPage, choose, step, loadPages, reveal, decide, undo } };
}

export type DeskActions = ReturnType<typeof createReviewDesk>['actions'];

/** A queue with one more or one less that waits. */
const withOpen = (queue: ReviewList, type: string, by: 1 | -1): ReviewList => ({
  ...queue,
  total: queue.type === type ? Math.max(0, queue.total + by) : queue.total,
  types: queue.types.map((one) => (one.type === type ? { ...one, open: Math.max(0, one.open + by) } : one)),
});
