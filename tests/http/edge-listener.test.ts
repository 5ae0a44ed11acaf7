import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createSiteServer, ListenError, listen } from '#server/http/http-server.ts';
import { createLog } from '#server/kernel/log.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { cacheable, openSite, type SiteOnPort } from '../support/site-on-port.ts';

let t: TestApp;
let logged = '';
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged += chunk.toString();
    done();
  },
});
let site: SiteOnPort;
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

beforeAll(async () => {
  t = await startTestApp({
    log: createLog('debug', stream),
    env: { MOBILE_SITE_URL: 'https://m.example.com', SITE_URL: 'https://cemao.example.com', ALLOW_SANDBOX: '1' },
  });
  const pictures = join(t.config.data_dir, 'public', 'items', 'a1');
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, 'p1.png'), PNG);
  writeFileSync(join(pictures, 'x.html'), '<script>alert(1)</script>');
  writeFileSync(join(pictures, 'x.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  symlinkSync(join(t.config.data_dir, 'secrets.json'), join(pictures, 'link.png'));
  site = await openSite(t, (url) => (url.pathname === '/slow' ? slow() : cacheable(`page ${url.pathname}`)));
});
afterAll(async () => {
  await site.close();
  await t.stop();
});

let finishSlow: (() => void) | undefined;
const slow = () =>
  new Promise<Response>((resolve) => {
    finishSlow = () => resolve(new Response('slow page'));
  });

const MOBILE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
const go = (path: string, init: RequestInit = {}) => fetch(site.origin + path, { redirect: 'manual', ...init });

it('puts the security headers and a request id on every answer', async () => {
  const answers = [
    ['/programme', 200],
    ['/programme', 200],
    ['/not/cached', 200],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 200],
    ['/pic/items/a1/p1.png', 200],
    ['/pic/none.png', 404],
    ['/gateway/index/index/nowtime', 200],
    ['/gateway/nothing', 404],
    ['/gateway/docs', 200],
    ['/%00', 400],
  ] as const;
  for (const [path, status] of answers) {
    const { status: got, headers } = await go(path);
    expect([path, got]).toEqual([path, status]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{6,}$/);
    expect(headers.get('x-powered-by')).toBeNull();
  }
});

it('says HSTS only where readers come by https', async () => {
  const { securityHeaders } = await import('#server/http/security-headers.ts');
  expect(securityHeaders({ site_url: 'http://127.0.0.1:4321' }).join()).not.toContain('Strict-Transport');
});

it.each([
  ['GET /../../etc/passwd HTTP/1.1', 400],
  ['GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1', 400],
  ['GET /pic/..%2f..%2fsecrets.json HTTP/1.1', 400],
  ['GET /pic/../secrets.json HTTP/1.1', 400],
  ['GET /pic/items/a1/..%5c..%5csecrets.json HTTP/1.1', 400],
  ['GET /pic//items/a1/p1.png HTTP/1.1', 200],
  ['GET /a%00b HTTP/1.1', 400],
  ['GET /%E0%A4%A HTTP/1.1', 400],
  ['GET \\\\evil\\share HTTP/1.1', 400],
  ['GET http://evil.example/healthz HTTP/1.1', 200],
  ['GET //evil.example/x HTTP/1.1', 200],
  ['GET ////// HTTP/1.1', 200],
  ['OPTIONS * HTTP/1.1', 400],
  [`GET /${'a'.repeat(9_000)} HTTP/1.1`, 414],
  [`GET /${'a'.repeat(30_000)} HTTP/1.1`, 431],
  ['GET /x HTTP/9.9', 400],
  ['BREW /pot HTTP/1.1', 400],
])('answers %s without falling over', async (line, status) => {
  const answer = await site.raw(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  expect(answer).not.toContain('root:');
  expect(answer).not.toContain(t.config.secrets.link);
  expect((await go('/healthz')).status).toBe(200);
});

it.each([
  [`GET /gateway/${'a'.repeat(9_000)} HTTP/1.1\r\nHost: x`, 414],
  ['GET /gateway/%zz HTTP/1.1\r\nHost: x', 400],
  ['GET /gateway/a%00 HTTP/1.1\r\nHost: x', 400],
  ['GET /gateway/index/index/nowtime HTTP/1.1\r\nHost: a b<', 200],
  ['GET /gateway/index/index/nowtime HTTP/1.1\r\nHost:', 200],
  ['TRACE /gateway/index/index/nowtime HTTP/1.1\r\nHost: x', 405],
  ['PROPFIND /gateway/nothing HTTP/1.1\r\nHost: x', 404],
])('answers the call %s with an envelope', async (head, status) => {
  const answer = await site.raw(`${head}\r\nConnection: close\r\n\r\n`);
  expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  const body = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)) as { code: number };
  expect(body.code).toBe(status === 200 ? 0 : 1);
});

it('reads pages only: other methods change nothing and render nothing', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
    const answer = await go('/programme', { method });
    expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
  }
  expect(await site.raw('TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 405/);
  const options = await go('/programme', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD']);
  const form = await go('/login?from=%2F', { method: 'POST', body: 'password=secret-123' });
  expect([form.status, form.headers.get('location')]).toEqual([303, '/login?from=%2F']);
  const twice = await site.raw('POST //evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(twice).toContain('Location: /evil.example/\r\n');
});

it('takes a body that broke off for what it is, not for a database that is away', async () => {
  const head = 'POST /gateway/api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  await site.raw(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"acc\r\nZZ\r\n`);
  const cut = connect(site.port, '127.0.0.1', () => cut.write(`${head}Content-Length: 100\r\n\r\n{"account":`, () => cut.destroy()));
  await vi.waitFor(() => expect(logged.match(/request broke off/g)).toHaveLength(2));
  expect(logged).not.toContain('database unavailable');
  expect(logged).not.toContain('request failed');
});

it('serves published pictures for ever, with the type of their name, and nothing else from there', async () => {
  const picture = await go('/pic/items/a1/p1.png');
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(picture.headers.get('cache-control')).toContain('immutable');
  expect(Buffer.from(await picture.arrayBuffer()).equals(PNG)).toBe(true);
  const again = await go('/pic/items/a1/p1.png', { headers: { 'if-none-match': picture.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  const head = await go('/pic/items/a1/p1.png', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(PNG.length), '']);
  for (const path of ['/pic/items/a1/x.html', '/pic/items/a1/x.svg', '/pic/items/a1/link.png', '/pic/items/a1', '/pic/', '/pic/.png']) {
    expect([path, (await go(path)).status]).toEqual([path, 404]);
  }
});

it('F-19, K-010 sends phones from detail pages to the mobile site, same path and query, and says that it varies', async () => {
  for (const path of ['/programme/detail?id=1&utm_source=x', '/bigcase/detail?id=2', '/ppt/detail?id=3', '/resourceCase/detail?id=4']) {
    const answer = await go(path, { headers: { 'user-agent': MOBILE } });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `https://m.example.com${path}`]);
    expect(answer.headers.get('vary')).toContain('User-Agent');
  }
  // the desktop spells the big case with an s, the mobile site without
  const big = await go('/bigcase/details?id=2', { headers: { 'user-agent': MOBILE } });
  expect([big.status, big.headers.get('location')]).toEqual([302, 'https://m.example.com/bigcase/detail?id=2']);
  for (const agent of ['Android 14', 'iPad', 'iPod', 'Symbian', 'Windows Phone 10']) {
    expect((await go('/programme/detail?id=1', { headers: { 'user-agent': agent } })).status).toBe(302);
  }
  for (let i = 0; i < 2; i++) {
    const desktop = await go('/programme/detail?id=1', { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' } });
    expect([desktop.status, desktop.headers.get('vary')]).toEqual([200, 'Accept-Encoding, User-Agent']);
  }
  expect((await go('/programme', { headers: { 'user-agent': MOBILE } })).status).toBe(200);
});

it('shows metrics to this machine only, not to whoever a proxy on it forwards', async () => {
  expect(await (await go('/metrics')).text()).toContain('cemao_page_cache_total');
  for (const name of ['x-forwarded-for', 'x-real-ip', 'via']) {
    expect((await go('/metrics', { headers: { [name]: '203.0.113.7' } })).status).toBe(404);
  }
});

it('names a taken port in one readable line', async () => {
  const second = createSiteServer(() => undefined);
  const failure = await listen(second, site.port, '127.0.0.1').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ListenError);
  expect((failure as Error).message).toMatch(/^127\.0\.0\.1:\d+ 已被占用/);
  expect((failure as Error).message).not.toContain('\n');
});

it('drains: says so, finishes what runs, takes nothing new', async () => {
  const running = go('/slow');
  await vi.waitFor(() => expect(finishSlow).toBeDefined());
  site.listener.drain();
  expect((await go('/readyz')).status).toBe(503);
  const closed = site.close();
  await expect(go('/healthz')).rejects.toThrow();
  finishSlow?.();
  expect(await (await running).text()).toBe('slow page');
  await closed;
});
