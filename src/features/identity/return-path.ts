/** Where the login pages go back to, and which channel brought the reader. Both come from the query and are not to be trusted. */

const OWN_PAGES = /^\/(login|register)(\/|$)/;

/** `from` as a path of our own origin; anything else, and the login pages themselves, become the home page. */
export function returnPath(search: string, origin: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/';
  if (!from.startsWith('/')) return '/';
  let url: URL;
  try {
    url = new URL(from, origin);
  } catch {
    return '/';
  }
  // resolving `/.//host/x` leaves `//host/x`, which the browser would take for another host
  if (url.origin !== origin || url.pathname.startsWith('//') || OWN_PAGES.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}

/** utm_channel of this page, of the page that sent the reader here, or the one that this browser came by (`kept`). */
export function channelOf(search: string, origin: string, kept: string | null): string | undefined {
  const here = new URLSearchParams(search).get('utm_channel');
  const before = new URL(returnPath(search, origin), origin).searchParams.get('utm_channel');
  return (here || before || kept || undefined)?.slice(0, 64);
}

/** invitorid of this page, of the one before, or the one that this browser came by (`kept`), when it is an id. */
export function inviterOf(search: string, origin: string, kept: string | null): number | undefined {
  const before = new URL(returnPath(search, origin), origin).searchParams;
  const text = new URLSearchParams(search).get('invitorid') ?? before.get('invitorid') ?? kept ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
