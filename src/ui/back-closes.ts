import { openPage } from './open-page.ts';

interface Layer {
  close(): void;
}

/** What is open over the page, the topmost last. When settled, the history has an entry for each. */
const layers: Layer[] = [];
/** A `history.back()` of our own is pending. */
let ours = false;
let settling = false;
/** Where the browser goes once nothing lies over the page. */
let next_page: string | null = null;

/** How many of our history entries are on the stack. */
function over(): number {
  return Number((history.state as { over?: number } | null)?.over ?? 0);
}

/** Adds or removes history entries to match what is open. */
function settle(): void {
  settling = false;
  if (ours) return;
  let entries = over();
  if (entries > layers.length) {
    ours = true;
    history.go(layers.length - entries);
  }
  while (entries < layers.length) history.pushState({ ...history.state, over: ++entries }, '');
  if (next_page === null || ours || layers.length > 0) return;
  const page = next_page;
  // a page that comes back from the browser's memory is not left again when something over it is closed
  next_page = null;
  openPage(page);
}

function onPopState(): void {
  if (ours) {
    ours = false;
    // something may have been opened while the step was under way
    settle();
    return;
  }
  while (layers.length > over()) layers.pop()?.close();
}

/**
 * Lets browser Back close what was opened over the page instead of leaving the page. Returns a function for its owner to call once it is
 * closed, however that happened: it removes the history entry.
 */
export function backCloses(close: () => void): () => void {
  // the same listener again is the same listener
  addEventListener('popstate', onPopState);
  const layer: Layer = { close };
  layers.push(layer);
  settle();
  return () => {
    const at = layers.indexOf(layer);
    if (at === -1) return;
    layers.splice(at, 1);
    if (settling) return;
    settling = true;
    // all that close together are one step; no later, or it would take the place of a navigation that the closing led to
    queueMicrotask(settle);
  };
}

/** Navigates once everything over the page is closed: its pending `history.back()` would otherwise undo the navigation. */
export function leaveTo(url: string): void {
  next_page = url;
  if (!settling) settle();
}
