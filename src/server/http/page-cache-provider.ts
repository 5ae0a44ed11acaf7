import type { CacheProvider } from 'astro';
import { readForKeeping } from '../app/page-reads.ts';
import { currentApp } from '../boot.ts';
import { pageTags } from './cache-tags.ts';
import { type CacheState, HANDED_TAGS, type PageEntry, pageCacheOf, type RenderedPage } from './page-cache.ts';
import { chooseVariant, type Encoding, encodeOnce, type Variant } from './page-encoding.ts';
import { pageKey } from './page-key.ts';

/**
 * Astro's route-cache provider: pages say `Astro.cache.set({ maxAge, swr, tags })`, the bytes go into the store that main.ts
 * reads before Astro sees a request. Stays outside the build (`#server/`), so both see one store.
 */
export default function createProvider(): CacheProvider {
  return {
    name: 'cemao',
    async onRequest({ request, url }, next) {
      const cache = pageCacheOf(currentApp());
      const key = cache.enabled && request.method === 'GET' ? pageKey(url.pathname + url.search) : null;
      const variant = chooseVariant(Object.fromEntries(request.headers));
      if (key === null) return uncached(await next(), variant === 'first' ? 'br' : variant);
      const render = () => readForKeeping(currentApp(), async () => toRendered(await next()));
      const found = cache.find(key);
      if (found && !(found.state === 'STALE' && found.entry.revalidating)) {
        if (found.state === 'STALE') {
          cache.counters.stale++;
          cache.fill(key, render).catch((error: unknown) => currentApp().log.error({ err: error, key }, 'page could not be rendered anew'));
        } else cache.counters.hit++;
        return toResponse(found.entry, variant, found.state);
      }
      cache.counters.miss++;
      return toResponse(await cache.fill(key, render), variant, 'MISS');
    },
    async invalidate({ tags, path }) {
      const cache = pageCacheOf(currentApp());
      if (path !== undefined) cache.clear();
      if (tags !== undefined) cache.purge(typeof tags === 'string' ? [tags] : tags);
    },
  };
}

const OWN_HEADERS = new Set(['cdn-cache-control', 'cache-tag', 'content-length', 'etag', 'vary', 'content-encoding', 'set-cookie']);

async function toRendered(response: Response): Promise<RenderedPage> {
  const directives = response.headers.get('cdn-cache-control') ?? '';
  const seconds = (name: string) => Number(new RegExp(`(?:^|[,\\s])${name}=(\\d+)`).exec(directives)?.[1] ?? 0);
  const tags = (response.headers.get('cache-tag') ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  const max_age_s = seconds('max-age');
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !OWN_HEADERS.has(name)).map(withCharset),
    body: Buffer.from(await response.arrayBuffer()),
    policy: max_age_s > 0 ? { max_age_s, swr_s: seconds('stale-while-revalidate'), tags: [...tags, pageTags.frame] } : null,
  };
}

function withCharset([name, value]: [string, string]): [string, string] {
  return [name, name === 'content-type' && value === 'text/html' ? 'text/html; charset=utf-8' : value];
}

async function toResponse(entry: PageEntry, variant: Variant, state: CacheState): Promise<Response> {
  const { headers: flat, bytes } = await entry.bodies.get(variant);
  const headers = new Headers({ 'X-Cache': state });
  for (let i = 0; i < flat.length; i += 2) {
    const name = flat[i] as string;
    headers.append(name === 'Cache-Tag' ? HANDED_TAGS : name, flat[i + 1] as string);
  }
  const empty = entry.status === 204 || entry.status === 304 || (entry.status >= 300 && entry.status < 400 && bytes.length === 0);
  return new Response(empty ? null : new Uint8Array(bytes), { status: entry.status, headers });
}

/** What may not be cached is compressed all the same, and sent with `no-store`. */
async function uncached(response: Response, encoding: Encoding): Promise<Response> {
  // a page that is cached elsewhere, at an address that is not: a preview
  for (const name of ['cdn-cache-control', 'cache-tag']) response.headers.delete(name);
  if (!response.headers.has('cache-control')) response.headers.set('Cache-Control', 'no-store');
  if (response.headers.get('content-type') === 'text/html') response.headers.set('Content-Type', 'text/html; charset=utf-8');
  if (encoding === 'identity' || response.body === null || !(response.headers.get('content-type') ?? '').startsWith('text/html'))
    return response;
  const body = await encodeOnce(Buffer.from(await response.arrayBuffer()), encoding);
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.append('Vary', 'Accept-Encoding');
  if (body.encoded) headers.set('Content-Encoding', encoding);
  return new Response(new Uint8Array(body.bytes), { status: response.status, headers });
}
