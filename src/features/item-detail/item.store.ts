import { atom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { $session } from '#client/session.ts';
import type { ItemDetail } from '#contract/item.ts';
import { $collected, $followed, collectMark, followMark } from '../engagement/engagement.store.ts';
import { fetchDetail } from './item.api.ts';
import { pageItem } from './page-item.ts';

/** What this page knows of its reader and its scheme. All islands of the detail page share it. */
export interface DetailState {
  /** visitor: nothing to ask; failed: asked in vain, `message` says why. */
  status: 'visitor' | 'loading' | 'ready' | 'failed';
  /** The last good answer; kept while a newer one is under way. */
  detail: ItemDetail | null;
  message: string;
  request_id: string;
}

const VISITOR: DetailState = { status: 'visitor', detail: null, message: '', request_id: '' };

export const $scheme = atom<DetailState>(VISITOR);

let watched_id: number | null = null;
let asked_for: string | null = null;
let under_way: Promise<ItemDetail | null> | null = null;

/**
 * Binds the page's scheme to the session: one detail call for a signed-in reader whatever number of islands ask, none for a visitor,
 * a new one after a login. Islands call it when they mount.
 */
export function watchItem(id: number): void {
  if (watched_id === id) return;
  watched_id = id;
  $session.subscribe((session) => {
    if (watched_id !== id) return;
    const token = session?.token ?? null;
    if (token === asked_for && $scheme.get().status !== 'visitor') return;
    asked_for = token;
    under_way = null;
    show(VISITOR);
    if (token !== null) void refreshItem();
  });
}

/** Asks anew: after a purchase, a voucher, a download. Calls at the same time share one answer. Null for visitors and failures. */
export function refreshItem(): Promise<ItemDetail | null> {
  const token = $session.get()?.token;
  if (watched_id === null || token === undefined) return Promise.resolve(null);
  if (under_way) return under_way;
  const asked = ask(watched_id, token).finally(() => {
    if (under_way === asked) under_way = null;
  });
  under_way = asked;
  return asked;
}

/** The reader's detail, asked for if it is not there yet. */
export function knownDetail(): Promise<ItemDetail | null> {
  const { status, detail } = $scheme.get();
  return status === 'ready' ? Promise.resolve(detail) : refreshItem();
}

async function ask(id: number, token: string): Promise<ItemDetail | null> {
  show({ ...$scheme.get(), status: 'loading' });
  // who signed out, or in as somebody else, meanwhile must not see this answer
  const current = () => watched_id === id && $session.get()?.token === token;
  const collected = $collected.get();
  const followed = $followed.get();
  try {
    const detail = await fetchDetail(id);
    if (!current()) return null;
    // a press while the answer was under way is newer than the answer
    const collect = collectMark(pageItem().kind.types.collect ?? 0, id);
    const follow = followMark(detail.releaser.uid);
    if ($collected.get()[collect] === collected[collect]) $collected.setKey(collect, detail.is_collect === 1);
    if ($followed.get()[follow] === followed[follow]) $followed.setKey(follow, detail.is_follow === 1);
    show({ status: 'ready', detail, message: '', request_id: '' });
    return detail;
  } catch (error) {
    const { msg, request_id } = error instanceof ApiError ? error : { msg: String(error), request_id: '' };
    if (current()) show({ ...$scheme.get(), status: 'failed', message: msg, request_id });
    return null;
  }
}

/** The page's static parts follow by CSS: `html[data-access="open"]` hides the locked panel. */
function show(state: DetailState): void {
  $scheme.set(state);
  const { dataset } = document.documentElement;
  if (state.detail) dataset['access'] = state.detail.access.allowed ? 'open' : 'locked';
  else delete dataset['access'];
}
