/** The state of a page that its address says; nothing where there is no address. */

export const addressQuery = (): URLSearchParams => new URLSearchParams(globalThis.location?.search ?? '');

/** `?page=`, at least 1. */
export const addressPage = (query: URLSearchParams = addressQuery()): number =>
  Math.min(10_000, Math.max(1, Math.trunc(Number(query.get('page'))) || 1));

/**
 * How a store reads its state from the address: `read` when it is opened and on Back, `readFirst` before a choice, so that a press before
 * the store was opened keeps the other parameters.
 */
export function addressReader(take: (query: URLSearchParams) => void): { read(): void; readFirst(): void } {
  let is_read = false;
  const read = () => {
    is_read = true;
    take(addressQuery());
  };
  return {
    read,
    readFirst: () => {
      if (!is_read) read();
    },
  };
}

export type AddressChange = Readonly<Record<string, string | number>>;

const whole = (): string => location.pathname + location.search + (location.hash ?? '');

/** The address with these parameters; empty ones and page 1 are left out, others stay. */
function changed(change: AddressChange, hash: string): string {
  const query = addressQuery();
  for (const [name, value] of Object.entries(change)) {
    if (value === '' || (name === 'page' && value === 1)) query.delete(name);
    else query.set(name, String(value));
  }
  return `${location.pathname}${query.size > 0 ? `?${query}` : ''}${hash}`;
}

/** Sets these parameters in the address with `replaceState`; others and the hash stay. */
export function writeAddress(change: AddressChange): void {
  if (!globalThis.history || !globalThis.location) return;
  replaceAddress(changed(change, location.hash ?? ''));
}

/** The same with the address as a whole: path, query and hash. */
export function replaceAddress(next: string): void {
  history.replaceState(history.state, '', next);
  shown = whole();
}

/** The same with a new entry in the history, for a choice of the reader: Back leads to what was shown before. */
export function stepTo(change: AddressChange, hash: string = globalThis.location?.hash ?? ''): void {
  if (!globalThis.history || !globalThis.location) return;
  pushAddress(changed(change, hash));
}

/** The address as a whole with a new entry in the history. */
export function pushAddress(next: string): void {
  if (next !== whole()) history.pushState(null, '', next);
  shown = whole();
}

/** What the page shows now, by its address. */
let shown = '';
const followers = new Set<() => void>();

function arrived(): void {
  // an overlay of a work has an address of its own, a dialog that of the page
  if (location.pathname !== shown.split(/[?#]/, 1)[0] || whole() === shown) return;
  shown = whole();
  // what one of them takes away is not asked any more
  for (const follow of [...followers]) if (followers.has(follow)) follow();
}

/** Calls `open` when Back or Forward brought another state of this page. Returns what ends it. */
export function followAddress(open: () => void): () => void {
  if (followers.size === 0) {
    shown = whole();
    addEventListener('popstate', arrived);
  }
  followers.add(open);
  return () => {
    followers.delete(open);
    if (followers.size === 0) removeEventListener('popstate', arrived);
  };
}
