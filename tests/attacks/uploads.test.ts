import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { UploadState } from '#contract/publish.ts';
import { createCtx } from '#server/app/ctx.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { originalFile, receivePart } from '#server/modules/publishing/index.ts';
import { files, uploads } from '#server/modules/publishing/tables.ts';
import { finishUpload } from '#server/modules/publishing/uploading/finish-upload.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makePdf } from '../support/documents.ts';
import { makePerson } from '../support/item-world.ts';
import { sendPart, signUpload } from '../support/publishing.ts';

const t = testApp();

const state = (key: string, token: string) => t.call<UploadState>('GET', `/upload/${key}`, { token });
const rowOf = async (key: string) => {
  const [row] = await t.app.db.select().from(uploads).where(eq(uploads.upload_key, key));
  if (!row) throw new Error('no such upload');
  return row;
};

it('AT-16 a writer that another process still lets in cannot change what was checked', async () => {
  const thief = await makePerson(t);
  const data = await makePdf({ pages: 1 });
  const signed = await signUpload(t, thief.token, data.length);
  await sendPart(t, thief.token, signed, 0, data.subarray(0, -1));
  // as the other process has it: let in before the last byte came, writing after it
  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  let begun: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const evil = async function* () {
    begun();
    await gate;
    yield Buffer.from('%PEVIL');
  };
  const temp = await t.app.providers.storage.openTemp(signed.upload_key);
  const writing = temp.write(0, evil(), data.length);
  await opened;
  const { body } = await sendPart(t, thief.token, signed, data.length - 1, data.subarray(-1));
  expect(body.data.status).toBe('done');
  go();
  await writing;
  const file = await originalFile(t.ctx(), body.data.file?.id ?? 0);
  const stored = await buffer(await t.app.providers.storage.readPrivate(file?.key ?? ''));
  expect(stored.subarray(0, 6).toString()).toBe('%PDF-1');
  expect([sha256(stored), stored.length]).toEqual([file?.sha256, data.length]);
});

it('two processes that finish one upload at once store it once, as it was checked', async () => {
  const person = await makePerson(t);
  const ctx = createCtx(t.app, person.actor, 'test');
  const data = await makePdf({ pages: 1 });
  const signed = await signUpload(t, person.token, data.length);
  await sendPart(t, person.token, signed, 0, data.subarray(0, -1));
  const temp = await t.app.providers.storage.openTemp(signed.upload_key);
  await temp.write(data.length - 1, [data.subarray(-1)] as unknown as AsyncIterable<Uint8Array>, 1);
  const upload = { ...(await rowOf(signed.upload_key)), received_bytes: data.length };
  const ends = await Promise.all(Array.from({ length: 4 }, () => finishUpload(ctx, upload)));
  expect(new Set(ends.map((end) => `${end.status} ${end.file_id}`)).size).toBe(1);
  expect(ends[0]?.status).toBe('done');
  expect(await t.app.db.select().from(files).where(eq(files.owner_id, person.id))).toHaveLength(1);
  const file = await originalFile(t.ctx(), ends[0]?.file_id ?? 0);
  expect(sha256(await buffer(await t.app.providers.storage.readPrivate(file?.key ?? '')))).toBe(sha256(data));
  expect((await t.app.providers.storage.listTemp()).filter(({ name }) => name.startsWith(signed.upload_key))).toEqual([]);
});

it('AT-14 one account has at most 20 uploads and 2 GB open, also when it asks for all of them at once; its oldest give way', async () => {
  const hoarder = await makePerson(t);
  const small = await signUpload(t, hoarder.token, 1_000);
  await sendPart(t, hoarder.token, small, 0, Buffer.alloc(100));
  const open = async () => (await t.app.db.select().from(uploads).where(eq(uploads.owner_id, hoarder.id))).map((row) => row.size_bytes);
  await Promise.all(Array.from({ length: 24 }, () => signUpload(t, hoarder.token, 1_000)));
  expect(await open()).toHaveLength(20);
  expect((await state(small.upload_key, hoarder.token)).status).toBe(404);
  expect((await t.app.providers.storage.listTemp()).map(({ name }) => name)).not.toContain(small.upload_key);
  const large = 300 * 1024 * 1024;
  const signed = await Promise.all(Array.from({ length: 12 }, () => signUpload(t, hoarder.token, large)));
  expect((await open()).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(2 * 1024 ** 3);
  const alive = await Promise.all(signed.map(({ upload_key }) => state(upload_key, hoarder.token)));
  expect(alive.filter(({ status }) => status === 200)).toHaveLength(6);
});

it('files that nobody sells may not fill the disk; those of items do not count', async () => {
  const hoarder = await makePerson(t);
  const neighbour = await makePerson(t);
  const file = { owner_id: hoarder.id, name: 'a.pdf', sha256: '', type: 'pdf', size_bytes: 1024 ** 3 };
  const rows = [1, 2, 3].map((n) => ({ ...file, key: `ho/ar/${n}` }));
  const [first] = await t.app.db.insert(files).values(rows).returning({ id: files.id });
  const body = { type: 'scheme', save_name: 'b.pdf', size: 1_000 };
  const asked = await t.call('POST', '/api/oss/signature_new', { token: hoarder.token, body });
  expect(asked.body).toMatchObject({ code: 1, fields: { size: expect.stringContaining('3 GB') } });
  await signUpload(t, neighbour.token, 1_000);
  await makeItem(t.ctx(), { publisher_id: hoarder.id, title: '正在出售', file_id: first?.id ?? 0 });
  await signUpload(t, hoarder.token, 1_000);
});

it('parts stop before the disk that the database needs is full', async () => {
  const person = await makePerson(t);
  const data = await makePdf({ pages: 1 });
  const signed = await signUpload(t, person.token, data.length);
  let free = 500 * 1024 * 1024;
  const storage = { ...t.app.providers.storage, freeBytes: async () => free };
  const ctx = createCtx({ ...t.app, providers: { ...t.app.providers, storage } }, person.actor, 'test');
  const whole = async function* () {
    await turn();
    yield data;
  };
  await expect(receivePart(ctx, { ...signed, offset: 0, data: whole() })).rejects.toMatchObject({ status: 507 });
  expect((await state(signed.upload_key, person.token)).body.data.received_bytes).toBe(0);
  free *= 2;
  expect((await receivePart(ctx, { ...signed, offset: 0, data: whole() })).status).toBe('done');
});
