import { atom } from 'nanostores';
import { type Failure, failureOf } from '#client/api-error.ts';
import { $session } from '#client/session.ts';
import { FOCUS_SHOP } from '#contract/focus.ts';
import type { AccessRight, ItemDetail } from '#contract/item.ts';
import { collectMark, followMark, likeMark, marks } from '../engagement/engagement.store.ts';
import { fetchDetail } from './item.api.ts';
import { IDLE, item_work } from './item-work.store.ts';
import { ITEM_LEFT, isShown, readPageState } from './page-state.ts';

/** What this page knows of its reader and its item. All islands of the detail page share it. */
export interface DetailState {
  /** visitor: nothing to ask; failed: asked in vain, `failure` says why. */
  status: 'visitor' | 'loading' | 'ready' | 'failed';
  /** The last good answer; it stays while a newer one is under way. */
  detail: ItemDetail | null;
  failure: Failure | null;
}

export const VISITOR: DetailState = { status: 'visitor', detail: null, failure: null };

const BOUGHT: ReadonlySet<AccessRight> = new Set<AccessRight>(['purchase', 'voucher']);

/** The page's item for its reader. */
export function createItemState() {
  const $state = atom<DetailState>(VISITOR);
  let watching = false;
  let asked_for: string | null = null;
  let under_way: Promise<ItemDetail | null> | null = null;

  /**
   * Binds the page's item to the session: one detail call for a signed-in reader whatever number of islands ask, none for a visitor,
   * a new one after a login. Islands call it when they mount.
   */
  function watch(): void {
    if (watching) return;
    watching = true;
    const unbind = $session.subscribe((session) => {
      const token = session?.token ?? null;
      if (token === asked_for && $state.get().status !== 'visitor') return;
      asked_for = token;
      under_way = null;
      show(VISITOR);
      if (token !== null) void refresh();
    });
    // the work left with its overlay: the next one is another
    const forget = () => {
      unbind();
      watching = false;
      asked_for = null;
      under_way = null;
      show(VISITOR);
      item_work.actions.show(IDLE);
    };
    document.addEventListener(ITEM_LEFT, forget, { once: true });
  }

  /** Asks again: after a purchase, a voucher, a download. Calls at the same time share one answer. Null for visitors and failures. */
  function refresh(): Promise<ItemDetail | null> {
    const token = $session.get()?.token;
    if (!watching || token === undefined) return Promise.resolve(null);
    if (under_way) return under_way;
    const asked = ask(token).finally(() => {
      if (under_way === asked) under_way = null;
    });
    under_way = asked;
    return asked;
  }

  /** The reader's detail, asked for if it is not there yet. */
  function known(): Promise<ItemDetail | null> {
    const { status, detail } = $state.get();
    return status === 'ready' ? Promise.resolve(detail) : refresh();
  }

  async function ask(token: string): Promise<ItemDetail | null> {
    show({ ...$state.get(), status: 'loading' });
    // who signed out, or in as somebody else, meanwhile must not see this answer
    const page = readPageState();
    const current = () => $session.get()?.token === token && isShown(page);
    const { id, kind, calls, like_type, shop_id } = page;
    const answer = marks.actions.answerFor();
    try {
      const detail = await fetchDetail(calls, id);
      if (!current()) return null;
      let is_older = false;
      const learn = (mark: string, on: boolean) => {
        if (!answer(mark, on)) is_older = true;
      };
      learn(collectMark(kind.types.collect ?? 0, id), detail.is_collect === 1);
      learn(likeMark(like_type, id), detail.is_like === 1);
      learn(followMark(detail.releaser.uid), detail.is_follow === 1);
      if (shop_id) learn(followMark(shop_id, FOCUS_SHOP), detail.is_focus === 1);
      show({ status: 'ready', detail, failure: null });
      if (!is_older) return detail;
      await marks.actions.settled();
      return current() ? ask(token) : detail;
    } catch (error) {
      if (current()) show({ ...$state.get(), status: 'failed', failure: failureOf(error, String(error)) });
      return null;
    }
  }

  /**
   * The page's static parts follow by CSS: `html[data-access="open"]` hides the locked panel, and until there is any value a signed-in
   * reader sees nothing of `.of-reader`.
   */
  function show(state: DetailState): void {
    $state.set(state);
    const { dataset } = document.documentElement;
    if (state.detail) dataset['access'] = state.detail.access.allowed ? 'open' : 'locked';
    else if (state.status === 'failed') dataset['access'] = 'unknown';
    else delete dataset['access'];
    // a page of what one bought is no place for pop-ups (features/popups)
    const access = state.detail?.access;
    document.documentElement.toggleAttribute('data-owned', access?.allowed === true && BOUGHT.has(access.right));
  }

  return { $state, actions: { watch, refresh, known } };
}

export const item = createItemState();
