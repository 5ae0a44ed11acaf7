import { SHARED_PARAM, VIEW_SOURCES, type ViewSource } from '#contract/figures.ts';
import { KINDS } from '#contract/kinds.ts';

/** Pages of cards that readers look through. */
const LISTS: ReadonlySet<string> = new Set([
  ...['/', '/programme/heji', '/programme/collections', '/series', '/personalLecturer', '/enterpriseCenter', '/resources/resourceSpecial'],
  ...Object.values(KINDS).map(({ paths }) => paths.list),
]);

/**
 * Where a reader of a page came from, as a place in `VIEW_SOURCES`. Of the address before, only its class is looked at; nothing of it is stored.
 * `host`: of this site.
 */
export function viewSource(url: string, referer: string | undefined, host: string): number {
  const key = classOf(url, referer, host);
  return VIEW_SOURCES.findIndex((source) => source.key === key);
}

function classOf(url: string, referer: string | undefined, host: string): ViewSource {
  if (url.includes(SHARED_PARAM)) return 'share';
  if (!referer) return 'direct';
  if (!URL.canParse(referer)) return 'outside';
  const from = new URL(referer);
  if (from.host !== host) return 'outside';
  if (from.pathname === '/search' || from.searchParams.has('keyword')) return 'search';
  return LISTS.has(from.pathname) ? 'list' : 'site';
}
