import { COLLECT_SCHEME, SHARE_SCHEME } from '#contract/item.ts';

/** Kind of item (items.kind) behind each content type; collect, like and share types of spec 4 and 7. A type that is absent has no items yet. */
const KIND_SCHEME = 1;
export const COLLECT_KINDS: Readonly<Record<number, number>> = { [COLLECT_SCHEME]: KIND_SCHEME };
export const SHARE_KINDS: Readonly<Record<number, number>> = { [SHARE_SCHEME]: KIND_SCHEME };
/** Reports carry the same number for schemes; 99 is the site itself and has no item. */
export const REPORT_SCHEME = 3;
export const REPORT_SITE = 99;
export const REPORT_KINDS: Readonly<Record<number, number>> = { [REPORT_SCHEME]: KIND_SCHEME };

/**
 * The address on our own site that `url` names: an absolute URL under `site_url` or a path. Null for anything else, so that
 * nobody makes us print a code to a foreign place.
 */
export function ownUrl(site_url: string, url: string): string | null {
  if (!URL.canParse(url, site_url)) return null;
  const parsed = new URL(url, site_url);
  const site = new URL(site_url);
  if (parsed.origin !== site.origin || parsed.username !== '' || parsed.password !== '') return null;
  return parsed.href;
}
