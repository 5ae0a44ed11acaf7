import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { outboxHandlers } from '#server/areas/index.ts';
import { pageTags } from '#server/http/cache-tags.ts';
import { pageCacheOf } from '#server/http/page-cache.ts';
import { listenForPurges, type PurgeChannel, purgeTags } from '#server/http/purge-channel.ts';
import { addToItemCounter, catalogJobs } from '#server/modules/catalog/index.ts';
import { RECOUNT_JOB } from '#server/modules/catalog/jobs.ts';
import { publicUsers, topPublishers } from '#server/modules/identity/index.ts';
import { deliverOutbox, emit } from '#server/outbox/outbox.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem, makePerson } from '../support/market.ts';
import { cacheable, type FakePage, openSite, type SiteOnPort } from '../support/site-on-port.ts';

let t: TestApp;
let site: SiteOnPort;
let purges: PurgeChannel;
let page: FakePage;
let renders = 0;

const LONG = '方案'.repeat(2_000);

beforeAll(async () => {
  t = await startTestApp({ env: { PAGE_CACHE_MB: '1' } });
  site = await openSite(t, (url) => {
    renders++;
    return page(url);
  });
  purges = listenForPurges(t.app, t.booted.database_url);
  await purges.ready;
});
afterAll(async () => {
  await site.close();
  await purges.stop();
  await t.stop();
});
beforeEach(() => {
  pageCacheOf(t.app).clear();
  renders = 0;
  page = (url) => cacheable(`${url.pathname}${url.search} ${LONG}`, { tags: `item:${url.searchParams.get('id') ?? 0}` });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(site.origin + path, { headers });
const state = async (path: string) => {
  const response = await get(path);
  await response.arrayBuffer();
  return response.headers.get('x-cache');
};

it('renders once, then serves the same bytes without the framework', async () => {
  const first = await get('/programme/detail?id=1');
  const second = await get('/programme/detail?id=1');
  expect([first.headers.get('x-cache'), second.headers.get('x-cache'), renders]).toEqual(['MISS', 'HIT', 1]);
  expect(await second.text()).toBe(await first.text());
  expect(second.headers.get('cache-control')).toContain('public');
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
});

it('keeps brotli, gzip and plain bytes of one render, each with its own strong ETag', async () => {
  await state('/programme');
  const seen = new Set<string | null>();
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (bytes: Buffer) => bytes],
  ] as const) {
    const answer = await site.raw(`GET /programme HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`);
    const [head = '', body = ''] = answer.split(/\r\n\r\n([\s\S]*)/);
    expect(decode(Buffer.from(body, 'latin1')).toString('utf8')).toContain(LONG);
    expect(head).toMatch(/Vary: Accept-Encoding/);
    seen.add(/ETag: ("[^"]+")/.exec(head)?.[1] ?? null);
  }
  expect(seen.size).toBe(3);
  expect(seen.has(null)).toBe(false);
  expect(renders).toBe(1);
});

it('encodes a page anew, smaller, once it is asked for often, and still knows the tag that readers hold', async () => {
  page = () => cacheable(readFileSync(new URL(import.meta.url), 'utf8'), { tags: 'item:1' });
  const fetched = async (headers = {}) => {
    const answer = await get('/programme/detail?id=1', { 'accept-encoding': 'br', ...headers });
    const text = await answer.text();
    return { status: answer.status, text, bytes: Number(answer.headers.get('content-length')), tag: answer.headers.get('etag') ?? '' };
  };
  await fetched();
  const quick = await fetched();
  await expect.poll(async () => (await fetched()).bytes).toBeLessThan(quick.bytes);
  const well = await fetched();
  expect([well.text, renders]).toEqual([quick.text, 1]);
  expect(well.tag).not.toBe(quick.tag);
  for (const tag of [quick.tag, well.tag]) expect((await fetched({ 'if-none-match': tag })).status).toBe(304);
  // who takes no brotli gets what there was
  expect(await (await get('/programme/detail?id=1', { 'accept-encoding': 'identity' })).text()).toBe(quick.text);
});

it('answers 304 to the ETag it gave, and a body once the page has changed', async () => {
  const etag = (await get('/programme')).headers.get('etag') ?? '';
  const known = await get('/programme', { 'if-none-match': etag });
  expect(known.status).toBe(304);
  expect(await known.text()).toBe('');
  page = () => cacheable('anders');
  pageCacheOf(t.app).clear();
  await state('/programme');
  expect((await get('/programme', { 'if-none-match': etag })).status).toBe(200);
});

it('drops unknown parameters before the page sees them and orders the known ones', async () => {
  expect(await (await get('/programme?utm_source=a&page=2&cid=3&evil=%3Cscript%3E')).text()).toMatch(/^\/programme\?cid=3&page=2 /);
  expect(await state('/programme?page=02&cid=3&page=9&fbclid=zzz')).toBe('HIT');
  expect(renders).toBe(1);
});

it('never varies by cookie or token, and hands no Host of the reader to a page', async () => {
  page = (url) => cacheable(url.host);
  await state('/programme');
  const other = await get('/programme', { cookie: 'a=b', token: 'secret' });
  expect(other.headers.get('x-cache')).toBe('HIT');
  expect(await other.text()).toBe(new URL(t.config.site_url).host);
});

it('lets 50 readers of a cold page wait for one render', async () => {
  page = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return cacheable('one');
  };
  const texts = await Promise.all(Array.from({ length: 50 }, async () => (await get('/programme')).text()));
  expect(new Set(texts)).toEqual(new Set(['one']));
  expect(renders).toBe(1);
});

it('serves a stale page at once while one render replaces it', async () => {
  await state('/programme');
  t.clock.advance_ms(61_000);
  page = () => cacheable('new');
  expect(await state('/programme')).toBe('STALE');
  await vi.waitFor(async () => expect(await (await get('/programme')).text()).toBe('new'));
  expect(renders).toBe(2);
});

it('renders anew what is of a time that the clock has not reached, after it was set back', async () => {
  await state('/programme/detail?id=1');
  t.clock.advance_ms(-3_600_000);
  expect([await state('/programme/detail?id=1'), await state('/programme/detail?id=1'), renders]).toEqual(['MISS', 'HIT', 2]);
  t.clock.advance_ms(3_600_000);
});

it('forgets a page by its tag, and only that', async () => {
  await state('/programme/detail?id=1');
  await state('/programme/detail?id=2');
  await purgeTags(t.app, ['item:1']);
  expect(await state('/programme/detail?id=1')).toBe('MISS');
  expect(await state('/programme/detail?id=2')).toBe('HIT');
});

it('forgets the home page after a recount, when and only when a number that it shows changed', async () => {
  const recount = async () => {
    await catalogJobs(t.app)
      .find(({ name }) => name === RECOUNT_JOB)
      ?.run({}, new AbortController().signal);
    while ((await deliverOutbox(t.app, outboxHandlers(t.app))) > 0);
  };
  page = () => cacheable('home', { tags: pageTags.home });
  const publisher = await makePerson(t);
  const id = await makeItem(t, publisher.id);
  await recount();
  expect((await topPublishers(t.ctx(), 50)).map((user) => user.id)).toContain(publisher.id);

  await state('/');
  await addToItemCounter(t.ctx(), id, 'view_num', 7);
  await recount();
  expect((await publicUsers(t.ctx(), [publisher.id])).get(publisher.id)).toMatchObject({ view_num: 7 });
  expect(await state('/'), 'reads alone change no number of works').toBe('HIT');

  await makeItem(t, publisher.id);
  // what the new item itself purges has happened before the count follows
  while ((await deliverOutbox(t.app, outboxHandlers(t.app))) > 0);
  await state('/');
  expect(await state('/')).toBe('HIT');
  await recount();
  expect(await state('/')).toBe('MISS');
  await recount();
  expect(await state('/')).toBe('HIT');
});

it('does not store a render into which a purge of its tag fell, and renders again for those who came after it', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  page = async () => {
    if (renders === 1) {
      await held;
      return cacheable('before the change', { tags: 'item:1' });
    }
    return cacheable('after the change', { tags: 'item:1' });
  };
  const early = get('/programme/detail?id=1');
  await vi.waitFor(() => expect(renders).toBe(1));
  await purgeTags(t.app, ['item:1']);
  const late = get('/programme/detail?id=1');
  await vi.waitFor(() => expect(pageCacheOf(t.app).counters.joined).toBeGreaterThan(0));
  release();
  expect(await (await early).text()).toBe('before the change');
  expect(await (await late).text()).toBe('after the change');
  expect(await (await get('/programme/detail?id=1')).text()).toBe('after the change');
});

it('hears purges of other processes', async () => {
  await state('/programme/detail?id=7');
  await t.app.db.execute(sql`select pg_notify('cemao_purge', '{"origin":"another","tags":["item:7"]}')`);
  await vi.waitFor(async () => expect(await state('/programme/detail?id=7')).toBe('MISS'));
});

it('a committed item.changed purges the item; a rolled back one does not', async () => {
  page = (url) => cacheable(url.search, { tags: 'item:9' });
  await state('/programme/detail?id=9');
  await expect(
    inTransaction(t.ctx(), async (tx) => {
      await emit(tx, 'item.changed', { item_id: 9, what: 'texts', codes: [] });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await deliverOutbox(t.app, outboxHandlers(t.app));
  expect(await state('/programme/detail?id=9')).toBe('HIT');
  await inTransaction(t.ctx(), (tx) => emit(tx, 'item.changed', { item_id: 9, what: 'texts', codes: [] }));
  await deliverOutbox(t.app, outboxHandlers(t.app));
  expect(await state('/programme/detail?id=9')).toBe('MISS');
});

it('expires everything after the purge channel was lost, because what was missed is unknown', async () => {
  await state('/programme/detail?id=3');
  await t.app.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'cemao-purge' and datname = current_database()`);
  await vi.waitFor(async () => expect(await state('/programme/detail?id=3')).toBe('MISS'), { timeout: 5_000 });
  await state('/programme/detail?id=4');
  await vi.waitFor(
    async () => {
      await t.app.db.execute(sql`select pg_notify('cemao_purge', '{"origin":"another","tags":["item:4"]}')`);
      expect(await state('/programme/detail?id=4')).toBe('MISS');
    },
    { timeout: 10_000 },
  );
});

it('serves what it had when a render fails, and stores no failure', async () => {
  page = () => new Response('kaputt', { status: 503 });
  expect((await get('/programme')).status).toBe(503);
  page = () => cacheable('well');
  await state('/programme');
  t.clock.advance_ms(86_400_000);
  page = () => new Response('kaputt', { status: 503 });
  const saved = await get('/programme');
  expect([saved.status, await saved.text()]).toEqual([200, 'well']);
});

it('a purge by a list or the frame keeps the page for the case that it cannot be rendered', async () => {
  page = () => cacheable('older', { tags: 'list:scheme' });
  await state('/programme');
  pageCacheOf(t.app).purge(['list:scheme']);
  page = () => new Response('kaputt', { status: 503 });
  expect(await (await get('/programme')).text()).toBe('older');
  page = () => cacheable('newer', { tags: 'list:scheme' });
  await vi.waitFor(async () => expect(await (await get('/programme')).text()).toBe('newer'));
});

it('a page that could not be rendered is answered at once from then on, while one render after the other is tried', async () => {
  page = () => cacheable('well');
  await state('/programme');
  t.clock.advance_ms(86_400_000);
  page = () => new Response('kaputt', { status: 503 });
  await state('/programme');
  // the database hangs: nobody waits for it
  let answer: (response: Response) => void = () => undefined;
  page = () => new Promise((resolve) => (answer = resolve));
  renders = 0;
  for (let n = 0; n < 3; n++) expect(await (await get('/programme')).text()).toBe('well');
  expect(renders).toBe(1);
  answer(cacheable('new'));
  await vi.waitFor(async () => expect(await (await get('/programme')).text()).toBe('new'));
});

it('keeps a missing page for seconds only, and a page without a policy not at all', async () => {
  page = () => cacheable('nothing here', { status: 404, max_age: 3_600 });
  await state('/programme/detail?id=404');
  expect(await state('/programme/detail?id=404')).toBe('HIT');
  t.clock.advance_ms(31_000);
  expect(await state('/programme/detail?id=404')).toBe('MISS');
  page = () => new Response('personal');
  await state('/programme');
  const again = await get('/programme');
  expect([again.headers.get('x-cache'), again.headers.get('cache-control')]).toEqual(['MISS', 'no-store']);
});

it('stays within its memory under a flood of ids', async () => {
  page = (url) => cacheable(url.search + Math.random().toString(36).repeat(4_000), { tags: 'user:1' });
  for (let i = 0; i < 60; i++) await Promise.all([1, 2, 3, 4].map((n) => state(`/programme/detail?id=${i * 4 + n}`)));
  const cache = pageCacheOf(t.app);
  expect(cache.bytes).toBeLessThanOrEqual(1024 * 1024);
  expect(cache.counters.evicted).toBeGreaterThan(0);
  cache.purge(['user:1']);
  expect([cache.size, cache.bytes]).toEqual([0, 0]);
});

it('keeps nothing under a path that is not listed or a value that no page means', async () => {
  for (const path of ['/personalCenter/myPublish', '/programme/detail?id=abc', '/programme?sort=%00']) {
    expect(await state(path)).toBeNull();
    expect(await state(path)).toBeNull();
  }
});

it('keeps nothing of a preview, here or at a CDN, and serves no preview from what it keeps', async () => {
  await state('/programme/detail?id=7');
  for (let times = 0; times < 2; times++) {
    const answer = await get('/programme/detail?id=7&preview=abc-123');
    expect(await answer.text()).toContain('preview=abc-123');
    expect(answer.headers.get('x-cache')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    for (const name of ['cdn-cache-control', 'cache-tag']) expect(answer.headers.get(name)).toBeNull();
  }
  expect(await state('/programme/detail?id=7')).toBe('HIT');
});

it('answers HEAD from the cache without a body', async () => {
  await state('/programme');
  const head = await fetch(`${site.origin}/programme`, { method: 'HEAD' });
  expect([head.status, head.headers.get('x-cache'), await head.text()]).toEqual([200, 'HIT', '']);
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  pageCacheOf(t.app).clear();
  const cold = await fetch(`${site.origin}/programme`, { method: 'HEAD' });
  expect([cold.status, await cold.text(), await state('/programme')]).toEqual([200, '', 'HIT']);
});
