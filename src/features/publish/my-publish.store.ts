import { map } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import { PUBLISH_TABS, type PublishedList, type PublishedRow, type PublishTab } from '#contract/publish.ts';
import { deleteDraft, listMine, scheduleItem, shelveItem } from './publish.api.ts';

export interface MyPublishState {
  /** Key of the kind that is looked at; empty: all. */
  kind: string;
  tab: PublishTab;
  list: PublishedList | null;
  failure: { message: string; request_id: string } | null;
  busy: boolean;
  /** Id of the row that an action is under way for. */
  acting: number | null;
}

const POLL_MS = 2_500;

/** 我的发布: own works of all kinds, or of the given ones, one at a time (`whole: false`). */
export function createMyPublish({ kinds, whole = true }: { kinds: readonly string[]; whole?: boolean }) {
  const usual = whole ? '' : (kinds[0] ?? '');
  const $state = map<MyPublishState>({ kind: usual, tab: 'all', list: null, failure: null, busy: false, acting: null });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = 0;

  /** Opens what the address names. A visitor is sent to sign in and comes back here. */
  function open(): void {
    if (!$session.get()) {
      location.replace(loginUrl());
      return;
    }
    const query = new URLSearchParams(location.search);
    const tab = query.get('tab') ?? 'all';
    const kind = query.get('kind') ?? '';
    $state.setKey('tab', tab in PUBLISH_TABS ? (tab as PublishTab) : 'all');
    $state.setKey('kind', kinds.includes(kind) ? kind : usual);
    void load(Math.max(1, Math.trunc(Number(query.get('page'))) || 1));
  }

  function chooseTab(tab: PublishTab): void {
    $state.setKey('tab', tab);
    void goToPage(1);
  }

  function chooseKind(kind: string): void {
    $state.setKey('kind', kind);
    void goToPage(1);
  }

  function goToPage(page: number): Promise<void> {
    const { kind, tab } = $state.get();
    const query = new URLSearchParams();
    if (kind !== usual) query.set('kind', kind);
    if (tab !== 'all') query.set('tab', tab);
    if (page > 1) query.set('page', String(page));
    history.replaceState(history.state, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}`);
    return load(page);
  }

  /** Loads a page of the tab; while something in it renders it is loaded again every few seconds. */
  async function load(page = $state.get().list?.page ?? 1): Promise<void> {
    clearTimeout(timer);
    const mine = ++wanted;
    $state.setKey('busy', true);
    try {
      const list = await listMine($state.get().kind, $state.get().tab, page);
      if (mine !== wanted) return;
      // the last row of the last page went away
      const last = Math.max(1, Math.ceil(list.total / list.limit));
      if (page > last) return await goToPage(last);
      $state.setKey('list', list);
      $state.setKey('failure', null);
      // between the last page and the publishing nothing is drawn any more, but the row still moves
      const moving = list.list.some((row) => row.status === 'rendering' || (row.render && row.render.status !== 'failed'));
      if (moving) timer = setTimeout(() => void load(page), POLL_MS);
    } catch (error) {
      if (mine !== wanted) return;
      if (error instanceof ApiError) $state.setKey('failure', { message: error.msg, request_id: error.request_id });
      else throw error;
    } finally {
      if (mine === wanted) $state.setKey('busy', false);
    }
  }

  async function act<T>(row: RowName, work: () => Promise<T>, done: (result: T) => string): Promise<void> {
    $state.setKey('acting', row.id);
    try {
      toastSuccess(done(await work()));
    } catch (error) {
      // the gateway caller has shown it; the list below tells what is true now
      if (!(error instanceof ApiError)) throw error;
    } finally {
      $state.setKey('acting', null);
      await load();
    }
  }

  const shelf = (row: RowName, action: 'up' | 'down') => shelveItem(row.kind, row.id, action);
  const takeDown = (row: RowName) =>
    act(
      row,
      () => shelf(row, 'down'),
      () => '已下架',
    );
  const withdraw = (row: RowName) =>
    act(
      row,
      () => shelf(row, 'down'),
      () => '已撤回为草稿',
    );
  const restore = (row: RowName) =>
    act(
      row,
      () => shelf(row, 'up'),
      ({ status }) => (status === 'reviewing' ? '已提交审核' : '已恢复上架'),
    );
  const schedule = (row: RowName, publish_at: number) =>
    act(
      row,
      () => scheduleItem(row.id, publish_at),
      ({ status }) => (publish_at > 0 ? '发布时间已保存' : status === 'published' ? '已发布' : '已取消定时'),
    );
  const removeDraft = (row: RowName) =>
    act(
      row,
      () => deleteDraft(row.kind, row.id),
      () => '删除成功',
    );

  return { $state, actions: { open, chooseTab, chooseKind, goToPage, load, takeDown, withdraw, restore, schedule, removeDraft } };
}

/** Which row an action is about. */
export type RowName = Pick<PublishedRow, 'id' | 'kind'>;
