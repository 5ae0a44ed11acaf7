import { atom } from 'nanostores';
import { PUBLISH_TABS, type PublishedList, type PublishTab } from '#contract/publish.ts';
import { ApiError } from '../../client/api-error.ts';
import { $session, loginUrl } from '../../client/session.ts';
import { toastSuccess } from '../../client/toast.ts';
import { deleteDraft, listMine, shelveScheme } from './publish.api.ts';

export const $tab = atom<PublishTab>('all');
export const $list = atom<PublishedList | null>(null);
export const $failure = atom<{ msg: string; request_id: string } | null>(null);
export const $busy = atom(false);
/** Id of the row that an action is under way for. */
export const $acting = atom<number | null>(null);

const POLL_MS = 2_500;
let timer: ReturnType<typeof setTimeout> | undefined;
let wanted = 0;

/** Opens the page the address names. A visitor is sent to sign in and comes back here. */
export function openMine(): void {
  if (!$session.get()) {
    location.replace(loginUrl());
    return;
  }
  const query = new URLSearchParams(location.search);
  const tab = query.get('tab') ?? 'all';
  $tab.set(tab in PUBLISH_TABS ? (tab as PublishTab) : 'all');
  void loadMine(Math.max(1, Math.trunc(Number(query.get('page'))) || 1));
}

export function chooseTab(tab: PublishTab): void {
  $tab.set(tab);
  void goToPage(1);
}

export function goToPage(page: number): Promise<void> {
  const query = new URLSearchParams();
  if ($tab.get() !== 'all') query.set('tab', $tab.get());
  if (page > 1) query.set('page', String(page));
  history.replaceState(history.state, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}`);
  return loadMine(page);
}

/** Loads a page of the tab; while something in it renders it is loaded again every few seconds. */
export async function loadMine(page = $list.get()?.page ?? 1): Promise<void> {
  clearTimeout(timer);
  const mine = ++wanted;
  $busy.set(true);
  try {
    const list = await listMine($tab.get(), page);
    if (mine !== wanted) return;
    // the last row of the last page went away
    const last = Math.max(1, Math.ceil(list.total / list.limit));
    if (page > last) return await goToPage(last);
    $list.set(list);
    $failure.set(null);
    // between the last page and the publishing nothing is drawn any more, but the row still moves
    const moving = list.list.some((row) => row.status === 'rendering' || (row.render && row.render.status !== 'failed'));
    if (moving) timer = setTimeout(() => void loadMine(page), POLL_MS);
  } catch (error) {
    if (mine !== wanted) return;
    if (error instanceof ApiError) $failure.set({ msg: error.msg, request_id: error.request_id });
    else throw error;
  } finally {
    if (mine === wanted) $busy.set(false);
  }
}

async function act<T>(id: number, work: () => Promise<T>, done: (result: T) => string): Promise<void> {
  $acting.set(id);
  try {
    toastSuccess(done(await work()));
  } catch (error) {
    // the gateway caller has shown it; the list below tells what is true now
    if (!(error instanceof ApiError)) throw error;
  } finally {
    $acting.set(null);
    await loadMine();
  }
}

export const takeDown = (id: number) =>
  act(
    id,
    () => shelveScheme(id, 'down'),
    () => '已下架',
  );
export const withdraw = (id: number) =>
  act(
    id,
    () => shelveScheme(id, 'down'),
    () => '已撤回为草稿',
  );
export const restore = (id: number) =>
  act(
    id,
    () => shelveScheme(id, 'up'),
    ({ status }) => (status === 'reviewing' ? '已提交审核' : '已恢复上架'),
  );
export const removeDraft = (id: number) =>
  act(
    id,
    () => deleteDraft(id),
    () => '删除成功',
  );
