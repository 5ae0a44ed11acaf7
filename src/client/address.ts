/** The state of a page that its address says; nothing where there is no address. */

export const addressQuery = (): URLSearchParams => new URLSearchParams(globalThis.location?.search ?? '');

/** `?page=`, at least 1. */
export const addressPage = (query: URLSearchParams = addressQuery()): number =>
  Math.min(10_000, Math.max(1, Math.trunc(Number(query.get('page'))) || 1));

/** Says these parameters in the address without a new entry of the history; empty ones and page 1 are left out, others and the hash stay. */
export function writeAddress(change: Readonly<Record<string, string | number>>): void {
  if (!globalThis.history || !globalThis.location) return;
  const query = addressQuery();
  for (const [name, value] of Object.entries(change)) {
    if (value === '' || (name === 'page' && value === 1)) query.delete(name);
    else query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query}` : '';
  history.replaceState(history.state, '', `${location.pathname}${search}${location.hash ?? ''}`);
}
