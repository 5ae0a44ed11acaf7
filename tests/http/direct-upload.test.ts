import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NextPart, UploadSignature, UploadState } from '#contract/publish.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { cleanUploads, originalFile } from '#server/modules/publishing/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePdf } from '../support/documents.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { sendPart } from '../support/publishing.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

const MIB = 1024 ** 2;

let s3: S3Server;
let t: TestApp;
let publisher: Person;
let other: Person;
let pdf: Buffer;
beforeAll(async () => {
  s3 = await startS3Server();
  t = await startTestApp({ env: { ...s3.env, STORAGE: 's3' } });
  s3.origins = [t.config.site_url];
  [publisher, other] = await Promise.all([makePerson(t), makePerson(t)]);
  pdf = Buffer.concat([await makePdf({ pages: 2 }), Buffer.alloc(17 * MIB, '\n')]);
});
beforeEach(() => {
  s3.fault = () => null;
});
afterAll(async () => {
  await t?.stop();
  await s3?.stop();
});

const sign = async (size: number, direct = true) => {
  const body = { type: 'document', file_type: '', style: '', save_name: '方案.pdf', size, direct };
  return (await t.call<UploadSignature>('POST', '/api/oss/signature_new', { token: publisher.token, body })).body.data;
};
const next = ({ upload_key, policy, signature }: UploadSignature, token = publisher.token, app = t) =>
  app.call<NextPart>('POST', `/upload/${upload_key}/next`, { token, body: { policy, signature } });
const put = (url: string, data: Uint8Array) => fetch(url, { method: 'PUT', body: Buffer.from(data) });
const arriving = () => [...s3.objects.keys()].filter((name) => name.includes('/arriving/')).length + s3.uploads.size;

/** As the browser does it: asks where, puts it there, asks again. */
async function send(signed: UploadSignature, data: Buffer, parts = 99): Promise<NextPart> {
  for (let sent = 0; ; sent++) {
    const { body } = await next(signed);
    if (body.code !== 0) throw new Error(body.msg);
    const part = body.data.next;
    if (!part || sent === parts) return body.data;
    expect((await put(part.url, data.subarray(part.offset, part.offset + part.bytes))).status).toBe(200);
  }
}

it('goes past us into the bucket, goes on where it stopped, and is checked and kept like any other', async () => {
  const signed = await sign(pdf.length);
  expect(signed.direct).toBe(true);
  expect(await send(signed, pdf, 1)).toMatchObject({ status: 'open', received_bytes: 8 * MIB, next: { offset: 8 * MIB } });
  // after a reload
  const { body } = await t.call<UploadState>('GET', `/upload/${signed.upload_key}`, { token: publisher.token });
  expect(body.data).toMatchObject({ status: 'open', received_bytes: 8 * MIB });
  const done = await send(signed, pdf);
  expect(done).toMatchObject({ status: 'done', next: null, file: { type: 'pdf', size_bytes: pdf.length } });
  const file = await originalFile(t.ctx(), done.file?.id ?? 0);
  expect(file?.sha256).toBe(sha256(pdf));
  expect(s3.objects.get(`site/private/${file?.key}`)?.body.equals(pdf)).toBe(true);
  expect([arriving(), await t.app.providers.storage.listTemp()]).toEqual([0, []]);
  expect((await next(signed)).body.data).toMatchObject({ status: 'done', file: { id: done.file?.id } });
});

it('goes on in another process of the same database and bucket, part by part', async () => {
  const { database_url: DATABASE_URL, data_dir: DATA_DIR } = t.config;
  const two = await startTestApp({ env: { ...s3.env, STORAGE: 's3', DATABASE_URL: DATABASE_URL ?? '', DATA_DIR } });
  try {
    const signed = await sign(pdf.length);
    const ask = async (app: TestApp) => (await next(signed, publisher.token, app)).body.data;
    for (const [at, app] of [t, two, t].entries()) {
      const part = (await ask(app)).next;
      expect(part?.offset).toBe(at * 8 * MIB);
      expect((await put(part?.url ?? '', pdf.subarray(part?.offset, (part?.offset ?? 0) + (part?.bytes ?? 0)))).status).toBe(200);
      // the next process counts what lies in the bucket
      expect((await ask(at === 1 ? t : two)).received_bytes).toBe(Math.min((at + 1) * 8 * MIB, pdf.length));
    }
    const done = await ask(two);
    expect(done).toMatchObject({ status: 'done', next: null });
    expect((await originalFile(t.ctx(), done.file?.id ?? 0))?.sha256).toBe(sha256(pdf));
    expect(arriving()).toBe(0);
  } finally {
    await two.stop();
  }
});

it('gives addresses that do one thing: these bytes, this part, ten minutes', async () => {
  const signed = await sign(pdf.length);
  const part = (await next(signed)).body.data.next;
  const url = new URL(part?.url ?? '');
  expect(url.searchParams.get('X-Amz-Expires')).toBe('600');
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
  expect((await put(url.href, pdf.subarray(0, 8 * MIB - 1))).status, 'a shorter part').toBe(403);
  for (const [name, value] of [
    ['partNumber', '2'],
    ['X-Amz-Expires', '6000'],
  ] as const) {
    const other_url = new URL(url);
    other_url.searchParams.set(name, value);
    expect((await put(other_url.href, pdf.subarray(0, 8 * MIB))).status, name).toBe(403);
  }
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
  expect((await fetch(url)).status).toBe(403);
  expect((await next(signed, other.token)).status).toBe(403);
  expect((await next({ ...signed, signature: '0'.repeat(64) })).status).toBe(403);
  // its parts do not come through us as well
  expect((await sendPart(t, publisher.token, signed, 0, pdf.subarray(0, 1_000))).status).toBe(409);
});

it('is refused with the reason when it is no document, and leaves nothing', async () => {
  const before = arriving();
  const data = Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(9 * MIB)]);
  const signed = await sign(data.length);
  await expect(send(signed, data)).rejects.toThrow('PDF');
  expect(arriving()).toBe(before);
});

it('is whole after a process that died between the last part and the check', async () => {
  const signed = await sign(pdf.length);
  s3.fault = ({ method, name }) =>
    method === 'GET' && name.includes('/arriving/') && s3.objects.has(name) ? { status: 503, code: 'x' } : null;
  await expect(send(signed, pdf)).rejects.toThrow('文件存储暂时无法访问，请稍后再试');
  s3.fault = () => ({ status: 503, code: 'SlowDown' });
  expect((await next(signed)).body).toMatchObject({ code: 1, msg: '文件存储暂时无法访问，请稍后再试' });
  s3.fault = () => null;
  expect(await send(signed, pdf)).toMatchObject({ status: 'done' });
});

it('is thrown away with its parts when nobody goes on with it', async () => {
  const signed = await sign(pdf.length);
  await send(signed, pdf, 1);
  expect(arriving()).toBeGreaterThan(0);
  t.clock.advance_ms(25 * 3_600_000);
  await cleanUploads(t.ctx());
  expect([arriving(), await t.app.providers.storage.listTemp()]).toEqual([0, []]);
  expect((await next(signed)).status).toBe(403);
});

it('comes through us when it is small, when nobody asks for it, and where the bucket takes nothing from our pages', async () => {
  expect((await sign(8 * MIB)).direct).toBeUndefined();
  expect((await sign(pdf.length, false)).direct).toBeUndefined();
  const direct = t.app.providers.storage.direct;
  expect(await direct?.ready('https://elsewhere.example')).toBe(false);
  expect(await direct?.ready(t.config.site_url)).toBe(true);
});
