import { atom } from 'nanostores';
import type { PrivatePage, ReviewRow } from '#contract/publish.ts';
import { ApiError } from '../../client/api-error.ts';
import { $session, loginUrl } from '../../client/session.ts';
import { toastSuccess } from '../../client/toast.ts';
import { decideItem, heldPages, listHeld } from './review.api.ts';

export type QueueState =
  | { kind: 'loading' }
  | { kind: 'forbidden' }
  | { kind: 'failed'; msg: string; request_id: string }
  | { kind: 'ready'; list: ReviewRow[]; total: number };

export const $queue = atom<QueueState>({ kind: 'loading' });
/** The scheme that is being looked at. */
export const $current = atom<number | null>(null);
/** Its pages; null while they are on their way, a text when they failed. */
export const $pages = atom<PrivatePage[] | string | null>(null);
export const $deciding = atom(false);

/** Opens the queue. A visitor is sent to sign in; for everybody but reviewers the server answers 403. */
export async function openQueue(): Promise<void> {
  if (!$session.get()) {
    location.replace(loginUrl());
    return;
  }
  try {
    const seen = currentRow();
    const { list, total } = await listHeld(1);
    $queue.set({ kind: 'ready', list, total });
    // one that its publisher changed meanwhile is looked at anew
    const kept = list.some((row) => row.id === seen?.id && row.updated_at === seen.updated_at);
    if (!kept) choose(list.find((row) => row.id === seen?.id)?.id ?? list[0]?.id ?? null);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 403) $queue.set({ kind: 'forbidden' });
    else $queue.set({ kind: 'failed', msg: error.msg, request_id: error.request_id });
  }
}

function currentRow(): ReviewRow | undefined {
  const queue = $queue.get();
  return queue.kind === 'ready' ? queue.list.find((row) => row.id === $current.get()) : undefined;
}

export function choose(id: number | null): void {
  $current.set(id);
  $pages.set(null);
  if (id !== null) void loadPages(id);
}

export async function loadPages(id: number): Promise<void> {
  $pages.set(null);
  try {
    const pages = await heldPages(id);
    if ($current.get() === id) $pages.set(pages);
  } catch (error) {
    if ($current.get() === id) $pages.set(error instanceof ApiError ? error.msg : '页面没有加载出来');
  }
}

/** Decides on the current scheme and goes on to the next one. */
export async function decide(decision: 'approve' | 'reject', reason = ''): Promise<void> {
  const id = $current.get();
  const queue = $queue.get();
  const row = currentRow();
  if (id === null || !row || queue.kind !== 'ready' || $deciding.get()) return;
  $deciding.set(true);
  try {
    await decideItem(id, decision, reason, row.updated_at);
    toastSuccess(decision === 'approve' ? '已通过' : '已退回');
    const at = queue.list.findIndex((row) => row.id === id);
    const list = queue.list.filter((row) => row.id !== id);
    $queue.set({ kind: 'ready', list, total: Math.max(0, queue.total - 1) });
    choose(list[Math.min(at, list.length - 1)]?.id ?? null);
    if (list.length === 0) await openQueue();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // somebody else was quicker: the queue says what is left
    if (error.status === 409) await openQueue();
  } finally {
    $deciding.set(false);
  }
}
