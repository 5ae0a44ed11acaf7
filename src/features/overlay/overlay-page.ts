import { AHEAD_HEADER, OPENED_HEADER } from '#contract/views.ts';

/** A page fetched ahead is shown for so long; the server keeps it longer. */
const FRESH_MS = 60_000;
const KEPT_MOST = 12;
const TIMEOUT_MS = 20_000;

interface Kept {
  at_ms: number;
  html: Promise<string>;
}
const kept = new Map<string, Kept>();
const counted = new Set<string>();

/** The HTML of a work's page, from the memory where it is fresh. Does not count as a view. Rejects when there is no such page. */
export function fetchPage(path: string): Promise<string> {
  const known = kept.get(path);
  if (known && performance.now() - known.at_ms < FRESH_MS) return known.html;
  const html = read(path);
  kept.delete(path);
  kept.set(path, { at_ms: performance.now(), html });
  html.catch(() => kept.delete(path));
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MOST) break;
    kept.delete(oldest);
  }
  return html;
}

async function read(path: string): Promise<string> {
  const answer = await fetch(path, { headers: { [AHEAD_HEADER]: '1' }, signal: AbortSignal.timeout(TIMEOUT_MS) });
  // a work that is gone leads elsewhere, and phones may have a site of their own
  if (!answer.ok || answer.redirected) throw new Error(`no page: ${answer.status}`);
  return answer.text();
}

/**
 * Reports to the server that the reader opened the page: one view for each work and document, however often Back and Forward pass it. `from`:
 * path of the page with the card; the address bar shows the work already.
 */
export function countView(path: string, from: string): void {
  if (counted.has(path)) return;
  counted.add(path);
  fetch(path, { method: 'HEAD', headers: { [OPENED_HEADER]: '1' }, referrer: from, keepalive: true }).catch(() => counted.delete(path));
}
