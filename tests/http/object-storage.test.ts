import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import CryptoJS from 'crypto-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DownloadAnswer } from '#contract/download.ts';
import { avifFile, pictureFile } from '#contract/picture.ts';
import type { SavedItem } from '#contract/publish.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { getItem, itemPages } from '#server/modules/catalog/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePdf } from '../support/documents.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { makeForm, storeFile } from '../support/publishing.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { openSite, type SiteOnPort } from '../support/site-on-port.ts';

/** The site with its files in a bucket: nobody who reads or publishes notices. */
const dist = mkdtempSync(join(tmpdir(), 'cemao-dist-'));
let s3: S3Server;
let t: TestApp;
let site: SiteOnPort;
let publisher: Person;
let reader: Person;
let pdf: Buffer;
let id: number;
beforeAll(async () => {
  s3 = await startS3Server();
  mkdirSync(join(dist, 'client'));
  t = await startTestApp({ env: { ...s3.env, STORAGE: 's3', DIST_DIR: dist } });
  site = await openSite(t, () => new Response('page'));
  await setSetting(t.ctx(), 'captcha_after_downloads', 1_000);
  [publisher, reader, pdf] = await Promise.all([makePerson(t), makePerson(t), makePdf({ pages: 3 })]);
  const form = await makeForm(t, { file_id: await storeFile(t, publisher, pdf), free_pages: 1 });
  const { body } = await t.call<SavedItem>('POST', '/scheme/schemev2', {
    token: publisher.token,
    body: { ...form, draft_key: 'object-storage' },
  });
  expect(body).toMatchObject({ code: 0, data: { status: 'published' } });
  id = body.data.id;
});
afterAll(async () => {
  await site?.close();
  await t?.stop();
  await s3?.stop();
  rmSync(dist, { recursive: true, force: true });
});

const names = (area: string) => [...s3.objects.keys()].filter((name) => name.startsWith(`site/${area}/`));

it('keeps originals and pages in the bucket, and nothing of them on the machine', async () => {
  const item = await getItem(t.ctx(), id);
  const pages = await itemPages(t.ctx(), id, 1, 10);
  expect(pages.length).toBe(3);
  expect(names('public')).toContain(`site/public/${pictureFile(pages[0]?.key ?? '', 640)}`);
  expect(names('public').join()).not.toContain(pages[1]?.key);
  expect([...s3.objects.values()].filter(({ body }) => body.equals(pdf)).length).toBe(1);
  expect(item?.status).toBe('published');
  for (const area of ['private', 'public', 'uploads']) {
    const folder = join(t.config.data_dir, area);
    expect([area, existsSync(folder) ? readdirSync(folder) : []]).toEqual([area, []]);
  }
});

it('serves public pictures under their old addresses, kept for a year, and says again that nothing changed', async () => {
  const [page] = await itemPages(t.ctx(), id, 1, 1);
  const key = pictureFile(page?.key ?? '', 640);
  const answer = await fetch(`${site.origin}/pic/${key}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const stored = s3.objects.get(`site/public/${key}`)?.body ?? Buffer.alloc(0);
  expect(Buffer.from(await answer.arrayBuffer()).equals(stored)).toBe(true);
  const etag = answer.headers.get('etag') ?? '';
  expect((await fetch(`${site.origin}/pic/${key}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const head = await fetch(`${site.origin}/pic/${key}`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(stored.length)]);
  await t.app.providers.storage.putPublic(avifFile(key), Buffer.from('smaller'));
  const better = await fetch(`${site.origin}/pic/${key}`, { headers: { accept: 'image/avif,image/webp' } });
  expect([better.headers.get('content-type'), await better.text()]).toEqual(['image/avif', 'smaller']);
  const [, locked] = await itemPages(t.ctx(), id, 1, 3);
  expect((await fetch(`${site.origin}/pic/${pictureFile(locked?.key ?? '', 640)}`)).status).toBe(404);
});

async function link(): Promise<string> {
  const { body } = await t.call<DownloadAnswer>('POST', '/scheme/index/downloadurl', { token: reader.token, body: { id } });
  if (body.data.status !== 1) throw new Error(`not granted: ${JSON.stringify(body)}`);
  const { Utf8 } = CryptoJS.enc;
  const { key, iv } = body.data.cipher;
  return CryptoJS.AES.decrypt(body.data.download_url, Utf8.parse(key), { iv: Utf8.parse(iv) }).toString(Utf8);
}

it('hands the very bytes to who has a right, whole and by range, and goes on when the bucket breaks off', async () => {
  await inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: reader.id, item_id: id, source: 'purchase', source_id: null }));
  const path = await link();
  const whole = await fetch(site.origin + path);
  expect(whole.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await whole.arrayBuffer()).equals(pdf)).toBe(true);
  const part = await fetch(site.origin + path, { headers: { range: 'bytes=100-1099' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-1099/${pdf.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(pdf.subarray(100, 1_100))).toBe(true);
  let cuts = 0;
  s3.fault = ({ method }) => (method === 'GET' && ++cuts <= 2 ? { cut_after: 500 } : null);
  expect(Buffer.from(await (await fetch(site.origin + path)).arrayBuffer()).equals(pdf)).toBe(true);
  expect(cuts).toBe(3);
  s3.fault = () => null;
});

it('says readably that the files are away, and is whole again when they are back', async () => {
  const [page] = await itemPages(t.ctx(), id, 1, 1);
  const path = `/pic/${pictureFile(page?.key ?? '', 640)}`;
  const way = await link();
  s3.fault = () => ({ status: 503, code: 'ServiceUnavailable' });
  const [picture, download] = await Promise.all([fetch(site.origin + path), fetch(site.origin + way)]);
  expect([picture.status, await picture.text()]).toEqual([503, '文件存储暂时无法访问，请稍后再试\n']);
  expect([download.status, ((await download.json()) as { msg: string }).msg]).toEqual([503, '文件存储暂时无法访问，请稍后再试']);
  s3.fault = () => null;
  expect((await fetch(site.origin + path)).status).toBe(200);
});

it('takes the public copies away with the item', async () => {
  const [page] = await itemPages(t.ctx(), id, 2, 2);
  await t.app.providers.storage.publish([pictureFile(page?.key ?? '', 320)]);
  await t.call('PUT', '/scheme/scheme/editSchemes', { token: publisher.token, body: { id, action: 'down' } });
  const cover = (await getItem(t.ctx(), id))?.cover_key ?? '';
  expect(names('public').filter((name) => !name.includes(cover))).toEqual([]);
});
