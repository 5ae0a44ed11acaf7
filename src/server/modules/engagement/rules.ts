import type { Footprint, FootprintGroup } from '#contract/center.ts';

/**
 * The address on our own site that `url` names: an absolute URL under `site_url` or a path. Null for anything else, so that no caller gets a code
 * for a foreign site.
 */
export function ownUrl(site_url: string, url: string): string | null {
  if (!URL.canParse(url, site_url)) return null;
  const parsed = new URL(url, site_url);
  const site = new URL(site_url);
  if (parsed.origin !== site.origin || parsed.username !== '' || parsed.password !== '') return null;
  return parsed.href;
}

/** Footprints this far apart begin a new group (spec 9). */
const GROUP_GAP_S = 300;

/** Footprints, the newest first, in groups: each within 300 s of the one before it. A group is named by its newest. */
export function groupsOf(seen: readonly Footprint[]): FootprintGroup[] {
  const groups: FootprintGroup[] = [];
  let before = Number.POSITIVE_INFINITY;
  for (const one of seen) {
    const group = groups.at(-1);
    if (group && before - one.time <= GROUP_GAP_S) group.list.push(one);
    else groups.push({ update_time: one.time, list: [one] });
    before = one.time;
  }
  return groups;
}
