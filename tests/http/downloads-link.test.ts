import { createHash } from 'node:crypto';
import { get } from 'node:http';
import CryptoJS from 'crypto-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DownloadAnswer, ItemImages } from '#contract/download.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { grantAccess, revokeAccess } from '#server/modules/access/index.ts';
import { setItemStatus } from '#server/modules/catalog/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { type GatewayServer, startGatewayServer } from '../support/gateway-server.ts';
import { type MadeItem, makeItem, makePerson, type Person } from '../support/item-world.ts';

const t = testApp();
let server: GatewayServer;
let publisher: Person;
let reader: Person;
let scheme: MadeItem;
beforeAll(async () => {
  server = await startGatewayServer(t.app);
  await setSetting(t.ctx(), 'captcha_after_downloads', 1_000);
  publisher = await makePerson(t);
  reader = await makePerson(t);
  scheme = await makeItem(t, { publisher_id: publisher.id, title: '年会（终稿）', pages: 6, free_pages: 2, price_fen: 1_990 });
  await grant(scheme.id);
});
afterAll(async () => {
  await server.stop();
});

const grant = (item_id: number) =>
  inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: reader.id, item_id, source: 'purchase', source_id: null }));
const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/** The path of a granted link, opened the way a browser does: with crypto-js. */
async function link(item_id = scheme.id): Promise<string> {
  const { body } = await t.call<DownloadAnswer>('POST', '/scheme/index/downloadurl', { token: reader.token, body: { id: item_id } });
  if (body.data.status !== 1) throw new Error(`not granted: ${JSON.stringify(body)}`);
  const { Utf8 } = CryptoJS.enc;
  const { key, iv } = body.data.cipher;
  return CryptoJS.AES.decrypt(body.data.download_url, Utf8.parse(key), { iv: Utf8.parse(iv) }).toString(Utf8);
}

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') => fetch(server.url + path, { headers, method });

it('sends the very bytes that were uploaded, under a Chinese name, with a fixed type', async () => {
  const response = await open(await link());
  expect(response.status).toBe(200);
  expect(hash(new Uint8Array(await response.arrayBuffer()))).toBe(hash(scheme.bytes));
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-length')).toBe(String(scheme.bytes.length));
  expect(response.headers.get('etag')).toBe(`"${hash(scheme.bytes)}"`);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="cemao.pdf"; filename*=UTF-8''${encodeURIComponent('年会（终稿）.pdf')}`,
  );
  expect(response.headers.get('cache-control')).toContain('private');
});

it('never puts the path into the answer in plain text', async () => {
  const { body } = await t.call('POST', '/scheme/index/downloadurl', { token: reader.token, body: { id: scheme.id } });
  expect(JSON.stringify(body)).not.toContain('/gateway/download/');
});

it.each([
  ['bytes=0-0', 206, 0, 0],
  ['bytes=10-19', 206, 10, 19],
  ['bytes=99990-', 206, 99_990, 99_999],
  ['bytes=-5', 206, 99_995, 99_999],
  ['bytes=99999-200000', 206, 99_999, 99_999],
  ['bytes=0-1,4-5', 200, 0, 99_999],
  ['bytes=5-2', 200, 0, 99_999],
  ['nonsense', 200, 0, 99_999],
])('Range %s', async (range, status, start, end) => {
  const response = await open(await link(), { range });
  expect(response.status).toBe(status);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(hash(bytes)).toBe(hash(scheme.bytes.subarray(start, end + 1)));
  if (status === 206) expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/100000`);
});

it('answers 416 beyond the end, 304 for what is known, and a HEAD without a body', async () => {
  const path = await link();
  const beyond = await open(path, { range: 'bytes=100000-' });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get('content-range')).toBe('bytes */100000');
  const known = await open(path, { 'if-none-match': `"${hash(scheme.bytes)}"` });
  expect(known.status).toBe(304);
  const head = await open(path, {}, 'HEAD');
  expect(head.status).toBe(200);
  expect(head.headers.get('content-length')).toBe('100000');
  expect(await head.text()).toBe('');
  const other = await open(path, { range: 'bytes=0-9', 'if-range': '"other"' });
  expect(other.status).toBe(200);
});

it('goes on after a cut connection and ends with equal bytes', async () => {
  const path = await link();
  const big = await makeItem(t, { publisher_id: publisher.id, price_fen: 100, bytes: Buffer.alloc(6_000_000, 'abcdefg') });
  await grant(big.id);
  const big_path = await link(big.id);
  const first = await new Promise<Buffer>((resolve) => {
    const chunks: Buffer[] = [];
    const request = get(server.url + big_path, (res) => {
      res.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (Buffer.concat(chunks).length > 500_000) request.destroy();
      });
      res.on('close', () => resolve(Buffer.concat(chunks)));
      res.on('error', () => undefined);
    });
    request.on('error', () => undefined);
  });
  expect(first.length).toBeLessThan(big.bytes.length);
  const rest = await open(big_path, { range: `bytes=${first.length}-`, 'if-range': `"${hash(big.bytes)}"` });
  expect(rest.status).toBe(206);
  expect(hash(Buffer.concat([first, Buffer.from(await rest.arrayBuffer())]))).toBe(hash(big.bytes));
  expect((await open(path)).status).toBe(200);
});

it('refuses expired, forged and lent links', async () => {
  const path = await link();
  const refused = async (url: string, headers: Record<string, string> = {}) => {
    const response = await open(url, headers);
    return { status: response.status, msg: ((await response.json()) as { msg: string }).msg };
  };
  expect(await refused(path.slice(0, -2))).toEqual({ status: 403, msg: '下载链接无效，请回到内容页重新下载' });
  expect((await refused(path.replace(/\/[^/.]+\./, '/zz.'))).status).toBe(403);
  expect(await refused(path, { token: publisher.token })).toEqual({ status: 403, msg: '下载链接只供申请它的账号使用' });
  expect((await open(path, { token: reader.token })).status).toBe(200);
  expect((await open(path)).status).toBe(200);
  t.clock.advance_ms(10 * 60_000 + 1_000);
  expect(await refused(path)).toEqual({ status: 403, msg: '下载链接已过期，请回到内容页重新下载' });
});

it('asks for the right again at each opening: a refund ends the link, with a page for people', async () => {
  const sold = await makeItem(t, { publisher_id: publisher.id, price_fen: 100 });
  await grant(sold.id);
  const path = await link(sold.id);
  expect((await open(path)).status).toBe(200);
  await inTransaction(t.ctx(), (tx) => revokeAccess(tx, { user_id: reader.id, item_id: sold.id, source: 'purchase', source_id: null }));
  const response = await open(path, { accept: 'text/html' });
  expect(response.status).toBe(403);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(await response.text()).toContain('您已没有此内容的下载权限');
});

it('lets buyers keep what was taken down, and nobody else know of it', async () => {
  const gone = await makeItem(t, { publisher_id: publisher.id, price_fen: 100 });
  await grant(gone.id);
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, gone.id, ['published'], 'taken_down'));
  expect((await open(await link(gone.id))).status).toBe(200);
  const stranger = await makePerson(t);
  expect((await t.call('POST', '/scheme/index/downloadurl', { token: stranger.token, body: { id: gone.id } })).status).toBe(404);
  expect((await t.call('GET', '/scheme/index/detail', { query: { id: gone.id } })).status).toBe(404);
});

it('refuses a reader without a right with the decision, and visitors with code 2', async () => {
  const stranger = await makePerson(t);
  const { status, body } = await t.call('POST', '/scheme/index/downloadurl', { token: stranger.token, body: { id: scheme.id } });
  expect(status).toBe(403);
  expect(body).toMatchObject({
    code: 1,
    data: { access: { allowed: false, offers: [{ kind: 'buy', price: 19.9 }, { kind: 'membership' }] } },
  });
  expect((await t.call('POST', '/scheme/index/downloadurl', { body: { id: scheme.id } })).body.code).toBe(2);
});

it('never lets a locked page out without a right, by whatever URL', async () => {
  const images = async (token?: string) =>
    (await t.call<ItemImages>('GET', '/scheme/index/schemeimgs', { ...(token ? { token } : {}), query: { id: scheme.id, start: 1 } })).body
      .data;
  const stranger = await makePerson(t);
  for (const token of [undefined, stranger.token]) {
    const { list, is_all, total } = await images(token);
    expect({ is_all, total, pages: list.map(({ page_no }) => page_no) }).toEqual({ is_all: false, total: 6, pages: [1, 2] });
  }
  const mine = await images(reader.token);
  expect(mine.is_all).toBe(true);
  const locked = mine.list.filter(({ page_no }) => page_no > 2);
  expect(locked.map(({ page_no }) => page_no)).toEqual([3, 4, 5, 6]);
  for (const { src, srcset } of locked) expect(`${src} ${srcset}`).not.toMatch(/\/pic\/|[0-9a-f]{32}/);
  const src = locked[0]?.src ?? '';
  const picture = await open(src, { token: reader.token });
  expect(await picture.text()).toBe('page 3');
  expect(picture.headers.get('content-type')).toBe('image/webp');
  expect(picture.headers.get('cache-control')).toContain('private');
  // neither another page nor another width nor another reader
  expect((await open(src.replace('.3.', '.4.'))).status).toBe(403);
  expect((await open(src.slice(0, -3))).status).toBe(403);
  expect((await open(src, { token: stranger.token })).status).toBe(403);
  const key = scheme.page_keys[2] ?? '';
  for (const guess of [
    `/pic/${key}-320.webp`,
    `/gateway/scheme/page/${key}`,
    `/gateway/download/${key}`,
    `/gateway/scheme/page/..%2f${key}-320.webp`,
  ]) {
    expect((await open(guess)).status).toBeGreaterThanOrEqual(400);
  }
  t.clock.advance_ms(12 * 60_000);
  expect((await open(src)).status).toBe(403);
});

it('gives the detail by the specified names, with this reader’s flags and decision', async () => {
  const detail = async (token?: string) =>
    (await t.call<Record<string, unknown>>('GET', '/scheme/index/detail', { ...(token ? { token } : {}), query: { id: scheme.id } })).body
      .data;
  await t.call('POST', '/api/tools/collect', { token: reader.token, body: { rid: scheme.id, type: 3 } });
  await t.call('POST', '/api/tools/focus', { token: reader.token, body: { rid: publisher.id, type: 2 } });
  expect(await detail(reader.token)).toMatchObject({
    id: scheme.id,
    title: '年会（终稿）',
    pages: 6,
    free_pages: 2,
    vip_only: 0,
    is_download: 1,
    is_lock: 1,
    is_collect: 1,
    is_follow: 1,
    is_vip: 0,
    is_mine: false,
    is_like: 0,
    type: 1,
    uid: publisher.id,
    price: 19.9,
    // not a member: the base, which the discount makes the member price of
    vip_price: 19.9,
    vip_discount: 7.5,
    show_vip_price: 1,
    access: { allowed: true, right: 'purchase' },
    user: { id: publisher.id, fans_num: 1 },
  });
  expect(await detail()).toMatchObject({ is_download: 0, is_collect: 0, is_follow: 0, access: { allowed: false } });
  expect(await detail(publisher.token)).toMatchObject({ is_mine: true, access: { allowed: true, right: 'own' } });
  expect((await detail(reader.token))['imgs']).toHaveLength(2);
});

it('F-18 shows drafts and held schemes to their publisher and to staff only', async () => {
  const staff = await makePerson(t, { roles: ['reviewer'] });
  for (const status of ['draft', 'reviewing'] as const) {
    const { id } = await makeItem(t, { publisher_id: publisher.id, status });
    const seen = async (token?: string) =>
      (await t.call('GET', '/scheme/index/detail', { ...(token ? { token } : {}), query: { id } })).status;
    expect([await seen(), await seen(reader.token), await seen(publisher.token), await seen(staff.token)]).toEqual([404, 404, 200, 200]);
  }
});
