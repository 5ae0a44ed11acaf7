import { LRUCache } from 'lru-cache';
import type { ParamKind } from '#contract/areas/area.ts';
import { CACHED_PAGES } from './page-params.ts';
import { isPreview } from './preview-address.ts';

const VALID: Record<ParamKind, RegExp> = { number: /^\d{1,15}$/, word: /^[\w-]{1,32}$/, text: /^[^\p{Cc}]{1,64}$/u };
const MEMO_MAX = 4_096;
/** False: known not to be cached. */
const memo = new LRUCache<string, string | false>({ max: MEMO_MAX });

/**
 * The canonical URL (path and known parameters in declared order) under which a page is cached, or null when it is not cached:
 * an unlisted path, or a known parameter with a value that no page could mean.
 * @param url path and query, path already cleaned
 */
export function pageKey(url: string): string | null {
  const known = memo.get(url);
  if (known !== undefined) return known || null;
  const key = compute(url);
  if (url.length <= 256) memo.set(url, key ?? false);
  return key;
}

function compute(url: string): string | null {
  if (isPreview(url)) return null;
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const params = Object.hasOwn(CACHED_PAGES, trimmed) ? CACHED_PAGES[trimmed] : undefined;
  if (!params) return null;
  if (mark === -1) return trimmed;
  const given = new URLSearchParams(url.slice(mark + 1));
  const kept: string[] = [];
  for (const [name, kind] of Object.entries(params)) {
    const value = given.get(name)?.trim();
    if (value === undefined || value === '') continue;
    if (!VALID[kind].test(value)) return null;
    kept.push(`${name}=${kind === 'number' ? String(Number(value)) : encodeURIComponent(value)}`);
  }
  return kept.length === 0 ? trimmed : `${trimmed}?${kept.join('&')}`;
}
