import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { App } from '../app/ctx.ts';
import { mobilePath } from './device-class.ts';
import { readSheets, type Sheets } from './first-visit.ts';
import { PageBodies, type Variant } from './page-encoding.ts';
import { NOTHING_POLICY, securityHeaders } from './security-headers.ts';

/** What a page asks for: seconds fresh, seconds it may be served stale while it is rendered again, and its tags. */
export interface PagePolicy {
  max_age_s: number;
  swr_s: number;
  tags: readonly string[];
}

/** A rendered answer before it is encoded. */
export interface RenderedPage {
  status: number;
  headers: ReadonlyArray<readonly [string, string]>;
  body: Buffer;
  policy: PagePolicy | null;
}

export interface PageEntry {
  key: string;
  status: number;
  bodies: PageBodies;
  tags: readonly string[];
  bytes: number;
  stored_ms: number;
  fresh_until_ms: number;
  stale_until_ms: number;
  /** Until then it is served although it expired: rendering it has just failed. */
  saved_until_ms: number;
  /** A render that will replace it is running. */
  revalidating: boolean;
  /** How often it was sent as brotli, linking its sheets or with them inside. */
  sent: { br: number; first: number };
}

export type CacheState = 'HIT' | 'STALE' | 'MISS';

export interface PageCacheOptions {
  /** 0 turns the cache off. */
  max_bytes: number;
  now_ms(): number;
  /** Headers of every answer, baked into the entries. */
  base_headers: readonly string[];
  /** Style sheets that pages link. */
  sheets: Sheets;
  /** Value of the Vary header for a page. */
  vary(key: string): string;
  /** Whether answers carry their tags, for a CDN. */
  tell_tags: boolean;
}

/** The framework removes `Cache-Tag` from what it sends: the listener renames this one. */
export const HANDED_TAGS = 'x-cache-tag';
const PAGE_VARY = 'Accept-Encoding';
export const PAGE_VARY_BY_DEVICE = 'Accept-Encoding, User-Agent';

const NOT_FOUND_MAX_S = 30;
const UNLINKED_MAX_MS = 5_000;
const CDN_MAX_S = 60;
/** Tags of lists and frames: a work that was withdrawn has a tag of its own, and its pages go with that. */
const ONLY_OLDER = /^(?:frame|home|list:.*)$/;
/** What stands in front may show a page so long while nothing behind it answers. */
const CDN_ERROR_S = 86_400;
/** A page that could not be rendered is answered as it was for so long, and tried again beside that. */
const SAVED_MS = 30_000;
const ENTRY_OVERHEAD_BYTES = 2_048;
/** Sent so often, a page is worth encoding well. */
const WELL_AFTER = 5;
/** Times its own duration that encoding well rests after each page: at most a fifth of one core. */
const WELL_RESTS = 4;

/**
 * Whole pages as compressed bytes, bounded by bytes (least recently used leave first). One render a key at a time. A purge that
 * falls into a running render keeps its result from being stored.
 */
export class PageCache {
  readonly counters = { hit: 0, stale: 0, miss: 0, stored: 0, evicted: 0, purged: 0, joined: 0, saved_by_stale: 0 };
  readonly #options: PageCacheOptions;
  readonly #entries: LRUCache<string, PageEntry>;
  readonly #byTag = new Map<string, Set<string>>();
  readonly #flights = new Map<string, Promise<Flight>>();
  /** Purges seen while renders run: tag -> number of the purge. Emptied when no render is left. */
  readonly #purges = new Map<string, number>();
  #purgeNumber = 0;
  #clearNumber = 0;
  #linked = true;
  #encodingWell: Promise<void> = Promise.resolve();

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#entries = new LRUCache({
      maxSize: Math.max(1, options.max_bytes),
      maxEntrySize: Math.max(1, Math.floor(options.max_bytes / 8)),
      sizeCalculation: ({ bytes }) => bytes,
      dispose: (entry, _key, reason) => {
        if (reason === 'evict') this.counters.evicted++;
        this.#untag(entry);
      },
    });
  }

  get enabled(): boolean {
    return this.#options.max_bytes > 0;
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The entry that may be served now, and whether it is fresh. Null: render. */
  find(key: string): { entry: PageEntry; state: 'HIT' | 'STALE' } | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    const now = this.#options.now_ms();
    // the clock was set back: nothing says how old it is
    if (now < entry.stored_ms) return null;
    if (now < entry.saved_until_ms) return { entry, state: 'STALE' };
    if (now >= entry.stale_until_ms) return null;
    if (!this.#linked && now >= entry.stored_ms + UNLINKED_MAX_MS) return null;
    return { entry, state: now < entry.fresh_until_ms ? 'HIT' : 'STALE' };
  }

  /** A cached page was sent. One that is sent often as brotli is encoded again, as small as can be; one page at a time. */
  wasSent(entry: PageEntry, variant: Variant): void {
    if (variant !== 'br' && variant !== 'first') return;
    if (++entry.sent[variant] === WELL_AFTER) this.#encodingWell = this.#encodingWell.then(() => this.#encodeWell(entry, variant));
  }

  async #encodeWell(entry: PageEntry, variant: 'br' | 'first'): Promise<void> {
    if (this.#entries.peek(entry.key) !== entry) return;
    const started = performance.now();
    try {
      await entry.bodies.encodeWell(variant);
    } catch {
      return; // what there is serves as well
    }
    await pause(WELL_RESTS * (performance.now() - started), undefined, { ref: false });
  }

  /**
   * Renders and stores, or joins the render of the same key that already runs. A failed render (5xx or thrown) is answered with the
   * expired entry where there is one.
   */
  async fill(key: string, render: () => Promise<RenderedPage>): Promise<PageEntry> {
    for (let attempt = 0; ; attempt++) {
      const running = this.#flights.get(key);
      if (!running) return (await this.#fly(key, render)).entry;
      this.counters.joined++;
      const flight = await running.catch(() => null);
      // what was purged while it was rendered may be older than this request: render again
      if (flight && (!flight.outdated || attempt >= 2)) return flight.entry;
      if (!flight && attempt >= 2) return (await this.#fly(key, render)).entry;
    }
  }

  /** Forgets every page with one of the tags; of one that only lacks something new it keeps what a failed render is answered with. @returns their addresses */
  purge(tags: readonly string[]): string[] {
    this.#purgeNumber++;
    const forgotten: string[] = [];
    for (const tag of tags) {
      if (this.#flights.size > 0) this.#purges.set(tag, this.#purgeNumber);
      for (const key of this.#byTag.get(tag) ?? []) {
        this.counters.purged++;
        forgotten.push(key);
        const entry = this.#entries.peek(key);
        // what is on it may be older than it should, not gone: better than nothing while the database is away
        if (entry && ONLY_OLDER.test(tag)) entry.fresh_until_ms = entry.stale_until_ms = entry.saved_until_ms = 0;
        else this.#entries.delete(key);
      }
    }
    return forgotten;
  }

  /** Forgets everything. */
  clear(): void {
    this.#clearNumber = ++this.#purgeNumber;
    this.#entries.clear();
  }

  /**
   * False: purges of other processes no longer arrive, so nothing older than five seconds is served unless a render fails (a
   * database that is down costs readers nothing). True again: what was missed is unknown, so everything expires.
   */
  setLinked(linked: boolean): void {
    if (this.#linked === linked) return;
    this.#linked = linked;
    if (!linked) return;
    this.#clearNumber = ++this.#purgeNumber;
    for (const entry of this.#entries.values()) entry.fresh_until_ms = entry.stale_until_ms = entry.saved_until_ms = 0;
  }

  #fly(key: string, render: () => Promise<RenderedPage>): Promise<Flight> {
    const before = this.#entries.peek(key);
    if (before) before.revalidating = true;
    const flight = this.#renderEntry(key, render).finally(() => {
      if (before) before.revalidating = false;
      this.#flights.delete(key);
      if (this.#flights.size === 0) this.#purges.clear();
    });
    this.#flights.set(key, flight);
    return flight;
  }

  async #renderEntry(key: string, render: () => Promise<RenderedPage>): Promise<Flight> {
    const started = this.#purgeNumber;
    let page: RenderedPage;
    try {
      page = await render();
    } catch (error) {
      const kept = this.#entries.peek(key);
      if (!kept) throw error;
      return this.#savedByStale(kept);
    }
    if (page.status >= 500) {
      const kept = this.#entries.peek(key);
      if (kept) return this.#savedByStale(kept);
    }
    const entry = this.#entry(key, page);
    const outdated = this.#clearNumber > started || entry.tags.some((tag) => (this.#purges.get(tag) ?? 0) > started);
    if (!outdated) this.#store(entry);
    return { entry, outdated };
  }

  #savedByStale(entry: PageEntry): Flight {
    this.counters.saved_by_stale++;
    entry.saved_until_ms = this.#options.now_ms() + SAVED_MS;
    return { entry, outdated: false };
  }

  #entry(key: string, page: RenderedPage): PageEntry {
    const policy = storablePolicy(page);
    const shared = policy
      ? `public, max-age=0, s-maxage=${Math.min(policy.max_age_s, CDN_MAX_S)}, stale-while-revalidate=${Math.min(policy.swr_s, CDN_MAX_S)}, stale-if-error=${CDN_ERROR_S}`
      : 'no-store';
    const hash = createHash('sha256').update(page.body);
    const headers = [...this.#options.base_headers];
    for (const [name, value] of page.headers) {
      headers.push(name, value);
      hash.update(`\0${name}\0${value}`);
    }
    const has = (wanted: string) => page.headers.some(([name]) => name.toLowerCase() === wanted);
    if (!has('cache-control')) headers.push('Cache-Control', shared);
    if (this.#options.tell_tags && policy) headers.push('Cache-Tag', policy.tags.join(','));
    if (!has('content-security-policy')) headers.push('Content-Security-Policy', NOTHING_POLICY);
    headers.push('Vary', this.#options.vary(key));
    const bodies = new PageBodies(page.body, headers, hash.digest('base64url').slice(0, 22), this.#options.sheets);
    const now = this.#options.now_ms();
    const fresh_until_ms = policy ? now + policy.max_age_s * 1000 : 0;
    return {
      key,
      status: page.status,
      bodies,
      tags: page.policy?.tags ?? [],
      bytes: bodies.bytes + ENTRY_OVERHEAD_BYTES,
      stored_ms: now,
      fresh_until_ms,
      stale_until_ms: policy ? fresh_until_ms + policy.swr_s * 1000 : 0,
      saved_until_ms: 0,
      revalidating: false,
      sent: { br: 0, first: 0 },
    };
  }

  #store(entry: PageEntry): void {
    this.#entries.delete(entry.key);
    if (entry.stale_until_ms === 0) return;
    this.#entries.set(entry.key, entry);
    if (this.#entries.peek(entry.key) !== entry) return; // too large to cache
    this.counters.stored++;
    for (const tag of entry.tags) {
      const keys = this.#byTag.get(tag);
      if (keys) keys.add(entry.key);
      else this.#byTag.set(tag, new Set([entry.key]));
    }
  }

  #untag(entry: PageEntry): void {
    for (const tag of entry.tags) {
      const keys = this.#byTag.get(tag);
      keys?.delete(entry.key);
      if (keys?.size === 0) this.#byTag.delete(tag);
    }
  }
}

interface Flight {
  entry: PageEntry;
  /** One of its tags was purged while it was rendered: served to those who asked before, not stored. */
  outdated: boolean;
}

function storablePolicy(page: RenderedPage): PagePolicy | null {
  const policy = page.policy;
  if (!policy || policy.max_age_s <= 0) return null;
  if (page.status === 200) return policy;
  if (page.status === 404 || page.status === 410)
    return { max_age_s: Math.min(policy.max_age_s, NOT_FOUND_MAX_S), swr_s: 0, tags: policy.tags };
  return null;
}

const caches = new WeakMap<App, PageCache>();

/** The cache of this process's application: main.ts reads it, the Astro provider fills it. */
export function pageCacheOf(app: App): PageCache {
  let cache = caches.get(app);
  if (!cache) {
    cache = new PageCache({
      max_bytes: app.config.page_cache_mb * 1024 * 1024,
      now_ms: () => app.clock.now().getTime(),
      base_headers: securityHeaders(app.config),
      sheets: readSheets(app.config.dist_dir),
      tell_tags: app.config.providers.cdn !== null,
      vary: (key) =>
        app.config.mobile_site_url !== null && mobilePath(key.split('?')[0] ?? key) !== null ? PAGE_VARY_BY_DEVICE : PAGE_VARY,
    });
    caches.set(app, cache);
  }
  return cache;
}
