import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UploadState } from '#contract/publish.ts';
import { createCtx } from '#server/app/ctx.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { cleanUploads, originalFile, receivePart } from '#server/modules/publishing/index.ts';
import { files, uploads } from '#server/modules/publishing/tables.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { testApp } from '../support/app.ts';
import { makeExe, makePdf, makePptx } from '../support/documents.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { sendPart, signUpload } from '../support/publishing.ts';

const t = testApp();
let publisher: Person;
let other: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
  other = await makePerson(t);
});

const temps = () => t.app.providers.storage.listTemp();
const state = (key: string, token = publisher.token) => t.call<UploadState>('GET', `/upload/${key}`, { token });

describe('an upload', () => {
  it('F-55 signs the fields of the specification, for the signed-in only', async () => {
    const signed = await signUpload(t, publisher.token, 1_000);
    expect(Object.keys(signed)).toEqual(expect.arrayContaining(['accessid', 'callback', 'dir', 'expire', 'host', 'policy', 'signature']));
    expect((await t.call('POST', '/api/oss/signature_new', { body: { type: 'scheme', save_name: 'a', size: 1 } })).body.code).toBe(2);
  });

  it('stores the very bytes, in parts, and names their hash', async () => {
    const data = Buffer.concat([await makePdf({ pages: 2 }), Buffer.alloc(9 * 1024 * 1024, '\n')]);
    const signed = await signUpload(t, publisher.token, data.length);
    const first = await sendPart(t, publisher.token, signed, 0, data.subarray(0, signed.part_bytes));
    expect(first.body).toMatchObject({ code: 0, data: { status: 'open', received_bytes: signed.part_bytes, file: null } });
    const last = await sendPart(t, publisher.token, signed, signed.part_bytes, data.subarray(signed.part_bytes));
    expect(last.body).toMatchObject({ code: 0, data: { status: 'done', file: { type: 'pdf', size_bytes: data.length } } });
    const file = await originalFile(t.ctx(), last.body.data.file?.id ?? 0);
    expect(file?.sha256).toBe(sha256(data));
    expect(sha256(await buffer(await t.app.providers.storage.readPrivate(file?.key ?? '')))).toBe(sha256(data));
  });

  it('takes the form that the specification posts', async () => {
    const data = await makePdf({ pages: 1 });
    const signed = await signUpload(t, publisher.token, data.length);
    const form = new FormData();
    form.set('policy', signed.policy);
    form.set('signature', signed.signature);
    form.set('file', new Blob([new Uint8Array(data)]), '方案.pdf');
    const headers = { 'content-length': String(data.length + 1_000) };
    const { body } = await t.call<UploadState>('POST', `/upload/${signed.upload_key}`, { token: publisher.token, body: form, headers });
    expect(body).toMatchObject({ code: 0, data: { status: 'done' } });
  });

  it('goes on from where it stopped; a part sent again changes nothing; a gap is refused with the place to go on from', async () => {
    const data = await makePdf({ pages: 2 });
    const signed = await signUpload(t, publisher.token, data.length);
    const half = Math.floor(data.length / 2);
    expect((await sendPart(t, publisher.token, signed, half, data.subarray(half))).body).toMatchObject({
      code: 1,
      msg: '分片顺序不对，请从断点继续',
      data: { received_bytes: 0 },
    });
    await sendPart(t, publisher.token, signed, 0, data.subarray(0, half));
    await sendPart(t, publisher.token, signed, 0, data.subarray(0, half));
    expect((await state(signed.upload_key)).body.data.received_bytes).toBe(half);
    const { body } = await sendPart(t, publisher.token, signed, half, data.subarray(half));
    expect(body.data.status).toBe('done');
    // a lost answer: the same last part again gives the same file
    const again = await sendPart(t, publisher.token, signed, half, data.subarray(half));
    expect(again.body.data.file?.id).toBe(body.data.file?.id);
  });

  it('keeps what arrived of a part that broke off', async () => {
    const data = await makePdf({ pages: 2 });
    const signed = await signUpload(t, publisher.token, data.length);
    const broken = async function* () {
      yield data.subarray(0, 700);
      throw new Error('connection lost');
    };
    const ctx = createCtx(t.app, publisher.actor, 'test');
    const { received_bytes } = await receivePart(ctx, { ...signed, offset: 0, data: broken() });
    expect(received_bytes).toBe(700);
    const { body } = await sendPart(t, publisher.token, signed, 700, data.subarray(700));
    expect(body.data.status).toBe('done');
  });

  it('finishes once when the last part is sent many times at once', async () => {
    const data = await makePdf({ pages: 1 });
    const signed = await signUpload(t, publisher.token, data.length);
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendPart(t, publisher.token, signed, 0, data)));
    expect(answers.filter((answer) => answer.body.code === 0).length).toBeGreaterThanOrEqual(1);
    expect(answers.every((answer) => answer.status === 200 || answer.status === 409)).toBe(true);
    const rows = await t.app.db.select().from(uploads).where(eq(uploads.upload_key, signed.upload_key));
    const made = await t.app.db
      .select()
      .from(files)
      .where(eq(files.id, rows[0]?.file_id ?? 0));
    expect(made).toHaveLength(1);
  });
});

describe('an upload is refused', () => {
  it('over 300 MB, empty, or without a purpose that exists', async () => {
    const ask = (body: object) => t.call('POST', '/api/oss/signature_new', { token: publisher.token, body });
    expect((await ask({ type: 'scheme', save_name: 'a.pdf', size: 300 * 1024 * 1024 + 1 })).body).toMatchObject({
      code: 1,
      msg: '文件最大 300 MB，请压缩或拆分后再上传',
    });
    expect((await ask({ type: 'scheme', save_name: 'a.pdf', size: 0 })).body.msg).toBe('文件是空的，请重新选择');
    expect((await ask({ type: 'virus', save_name: 'a.pdf', size: 10 })).body.msg).toBe('上传用途无效');
  });

  it('with bytes beyond the signed size', async () => {
    const signed = await signUpload(t, publisher.token, 10);
    expect((await sendPart(t, publisher.token, signed, 0, Buffer.alloc(11))).status).toBe(413);
  });

  it('with a foreign, changed or expired policy', async () => {
    const signed = await signUpload(t, publisher.token, 10);
    const data = Buffer.alloc(10);
    expect((await sendPart(t, other.token, signed, 0, data)).status).toBe(403);
    const forged = Buffer.from(signed.policy, 'base64').toString().replace('"size_bytes":10', '"size_bytes":99');
    const changed = { ...signed, policy: Buffer.from(forged).toString('base64') };
    expect((await sendPart(t, publisher.token, changed, 0, data)).status).toBe(403);
    const second = await signUpload(t, publisher.token, 10);
    expect((await sendPart(t, publisher.token, { ...signed, upload_key: second.upload_key }, 0, data)).status).toBe(403);
    expect((await state(signed.upload_key, other.token)).status).toBe(404);
    t.clock.advance_ms(25 * 3_600_000);
    expect((await sendPart(t, publisher.token, signed, 0, data)).status).toBe(403);
  });

  it('by its content, whatever its name says, and leaves no bytes', async () => {
    const data = makeExe();
    const signed = await signUpload(t, publisher.token, data.length);
    const { body } = await sendPart(t, publisher.token, signed, 0, data);
    expect(body).toMatchObject({ code: 1, msg: '只支持 PDF 和 PPTX 文件，当前文件的内容不是这两种格式' });
    expect((await temps()).map((file) => file.name)).not.toContain(signed.upload_key);
    expect((await sendPart(t, publisher.token, signed, 0, data)).body.msg).toBe(body.msg);
  });

  it('readably when the disk is full, and goes on when there is room again', async () => {
    let room = 2;
    const storage = localStorage(t.config.data_dir, async (handle, chunk, position) => {
      if (room-- <= 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      await handle.write(chunk, 0, chunk.byteLength, position);
    });
    const tight = { ...t.app, providers: { ...t.app.providers, storage } };
    const data = await makePdf({ pages: 1 });
    const signed = await signUpload(t, publisher.token, data.length);
    const ctx = createCtx(tight, publisher.actor, 'test');
    const pieces = async function* () {
      for (let at = 0; at < data.length; at += 200) yield data.subarray(at, at + 200);
    };
    await expect(receivePart(ctx, { ...signed, offset: 0, data: pieces() })).rejects.toMatchObject({
      status: 507,
      message: '存储空间不足，请稍后再试',
    });
    expect((await state(signed.upload_key)).body.data.received_bytes).toBe(0);
    expect((await sendPart(t, publisher.token, signed, 0, data)).body.data.status).toBe('done');
  });
});

it('half uploads are removed when they expire, with their bytes', async () => {
  const data = await makePptx(1);
  const signed = await signUpload(t, publisher.token, data.length);
  await sendPart(t, publisher.token, signed, 0, data.subarray(0, 500));
  await cleanUploads(t.ctx());
  expect((await temps()).map((file) => file.name)).toContain(signed.upload_key);
  // a second name of a checked copy, of a process that was killed before it could move it
  const second = 'PPSkai_yWYMD24BUMCNgqeWA.a00b44c7.72632957';
  await writeFile(join(t.config.data_dir, 'uploads', second), 'half');
  await utimes(join(t.config.data_dir, 'uploads', second), t.clock.now(), t.clock.now());
  await cleanUploads(t.ctx());
  expect((await temps()).map((file) => file.name)).toContain(second);
  // O15 not a day later: the process that made it gives no sign of life
  t.clock.advance_ms(180_000);
  await cleanUploads(t.ctx());
  expect((await temps()).map((file) => file.name)).toEqual([signed.upload_key]);
  t.clock.advance_ms(25 * 3_600_000);
  await cleanUploads(t.ctx());
  expect(await temps()).toEqual([]);
  expect((await state(signed.upload_key)).body.msg).toBe('上传已失效，请重新选择文件');
});
