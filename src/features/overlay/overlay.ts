import { PLACED } from '#client/placed.ts';
import { lateSheet, linkSheet } from '#client/sheets.ts';
import { AHEAD_HEADER, OPENED_HEADER } from '#contract/views.ts';
import { ITEM_LEFT } from '../item-detail/page-state.ts';
import { createFrame, type Frame } from './overlay-frame.ts';
import { arrive, entryAfter, entryOf, type Shown, stepsToList } from './overlay-history.ts';

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

/** The page under an overlay: what is put back when it closes. */
interface Under {
  title: string;
  metas: Array<[parent: Node, meta: Element]>;
  inert: HTMLElement[];
}

const META = 'meta[name=keywords], meta[name=description]';
const EXECUTABLE = new Set(['', 'module', 'text/javascript']);
const TOP_AFTER_PX = 200;
/** A busy browser is not waited for longer. */
const IDLE_MS = 1_000;
/** Where the browser does not report it (Safari). */
const NOT_IDLE_MS = 100;

let made: Overlay | null = null;
/** The one overlay of this document, which was loaded from `page`. */
export function overlayOf(page: string): Overlay {
  made ??= createOverlay({ page, overlay: null });
  return made;
}

export type Overlay = ReturnType<typeof createOverlay>;

function createOverlay(shown: Shown) {
  let frame: Frame | null = null;
  let under: Under | null = null;
  /** Rises with everything that makes an answer under way too late. */
  let round = 0;
  /** The work whose content stands in the frame. */
  let placed: string | null = null;
  /** The content of a frame that was closed is gone. */
  let emptied: Promise<void> = Promise.resolve();
  const scrolled = new Map<string, number>();

  function open(path: string, card: HTMLAnchorElement): void {
    const entry = entryAfter(entryOf(history.state), path);
    if (!entry) return;
    scrolled.delete(path);
    history.pushState({ overlay: entry }, '', path);
    void show(path, card.querySelector('.tile-title')?.textContent ?? card.textContent ?? '');
  }

  function arrived(): void {
    const step = arrive(shown, entryOf(history.state));
    if (step.do === 'close') close();
    else if (step.do === 'show') void show(step.path, '');
  }

  async function show(path: string, title: string): Promise<void> {
    const mine = ++round;
    shown.overlay = path;
    frame ??= begin();
    frame.wait(title);
    let page: Document | null = null;
    try {
      page = new DOMParser().parseFromString(await fetchPage(path), 'text/html');
    } catch {
      // the address is already the page's own: what cannot be placed is loaded
    }
    if (page) await Promise.all([lateSheet(), takeStyles(page)]);
    await emptied;
    if (placed !== null) await whenIdle();
    if (mine !== round || !frame) return;
    const main = page?.getElementById('main');
    if (!page || !main || !page.getElementById('page-state')) return location.reload();
    place(frame, page, main, path);
  }

  function place(into: Frame, page: Document, main: HTMLElement, path: string): void {
    const from = placed ?? shown.page;
    remember();
    empty(into);
    placed = path;
    into.body.replaceChildren(...main.childNodes);
    document.title = page.title;
    runScripts(into.body);
    const top_px = Number(into.body.querySelector<HTMLElement>('[data-top-after]')?.dataset['topAfter'] ?? TOP_AFTER_PX);
    into.ready(into.body.querySelector('h1')?.textContent ?? page.title, top_px);
    into.body.scrollTop = scrolled.get(path) ?? 0;
    document.dispatchEvent(new CustomEvent(PLACED, { detail: into.body }));
    countView(path, from);
  }

  /** Where the reader is in the work that leaves. */
  function remember(): void {
    if (frame && placed !== null) scrolled.set(placed, frame.body.scrollTop);
    placed = null;
  }

  function begin(): Frame {
    const inert = [...document.body.children].filter(
      (part): part is HTMLElement => part instanceof HTMLElement && !part.inert && !part.matches('script, dialog, .toast'),
    );
    const metas = [...document.head.querySelectorAll(META)].map((meta): [Node, Element] => [meta.parentNode as Node, meta]);
    under = { title: document.title, metas, inert };
    for (const [, meta] of metas) meta.remove();
    document.documentElement.classList.add('has-overlay');
    const opened = createFrame(() => history.go(stepsToList(entryOf(history.state))));
    for (const part of inert) part.inert = true;
    return opened;
  }

  function close(): void {
    const last = shown.overlay;
    round++;
    shown.overlay = null;
    remember();
    const gone = frame;
    frame = null;
    gone?.hide();
    emptied = whenIdle().then(() => {
      if (gone) empty(gone);
      gone?.remove();
    });
    if (!under) return;
    for (const part of under.inert) part.inert = false;
    for (const [parent, meta] of under.metas) parent.appendChild(meta);
    document.title = under.title;
    document.documentElement.classList.remove('has-overlay');
    under = null;
    // the card that it was opened from, or, after Forward, the one that leads there
    const cards = [...document.querySelectorAll<HTMLAnchorElement>('a[data-overlay]')];
    cards.find((card) => card.pathname + card.search === last)?.focus({ preventScroll: true });
  }

  return { prepare: (path: string) => void fetchPage(path).catch(() => undefined), open, arrived };
}

/**
 * The framework wakes islands in many small steps, and an island that ends between them reports an error: between steps the browser is never
 * idle.
 */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_MS });
    else setTimeout(resolve, NOT_IDLE_MS);
  });
}

/** Takes a work out: unmounts its islands and notifies what they share. */
function empty({ body }: Frame): void {
  if (body.childElementCount === 0) return;
  for (const island of body.querySelectorAll('astro-island')) island.dispatchEvent(new CustomEvent('astro:unmount'));
  document.dispatchEvent(new Event(ITEM_LEFT));
  body.replaceChildren();
  // the framework waits for this to forget islands that are gone
  document.dispatchEvent(new Event('astro:after-swap'));
}

/** Style sheets that the work's page has and this one has not. */
async function takeStyles(page: Document): Promise<void> {
  const hrefs = [...page.head.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href') ?? '');
  const wanted = hrefs.filter((href) => !document.querySelector(`style[data-href="${href}"]`));
  await Promise.all(wanted.map((href) => linkSheet(href)));
}

/** Scripts of a parsed page do not run by themselves. The content policy names the framework's own; modules run once a document. */
function runScripts(within: HTMLElement): void {
  for (const parsed of within.querySelectorAll('script')) {
    if (!EXECUTABLE.has(parsed.type)) continue;
    const script = document.createElement('script');
    for (const { name, value } of parsed.attributes) script.setAttribute(name, value);
    script.textContent = parsed.textContent;
    parsed.replaceWith(script);
  }
}
