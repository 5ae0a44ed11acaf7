import { atom } from 'nanostores';

/** What the page is doing about its file: percent is null while it waits for an answer. */
export type ItemWork = { kind: 'idle' } | { kind: 'busy' } | { kind: 'downloading'; percent: number };

export const IDLE: ItemWork = { kind: 'idle' };

/** The one action on its file that a page runs at a time. */
export function createItemWork() {
  const $state = atom<ItemWork>(IDLE);
  return { $state, actions: { show: (now: ItemWork) => $state.set(now) } };
}

/** One for the page: its buttons stand in several places. */
export const item_work = createItemWork();
