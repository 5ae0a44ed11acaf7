import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it, vi } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { originalFile } from '#server/modules/publishing/index.ts';
import { files, uploads } from '#server/modules/publishing/tables.ts';
import { finishUpload } from '#server/modules/publishing/uploading/finish-upload.ts';
import type { TempFile } from '#server/providers/storage/port.ts';
import { testApp } from '../support/app.ts';
import { makePdf } from '../support/documents.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { sendPart, signUpload } from '../support/publishing.ts';
import { sweepNow } from '../support/sweep.ts';

const t = testApp();
let person: Person;
beforeEach(async () => {
  vi.restoreAllMocks();
  person = await makePerson(t);
});

const temp = (key: string) => t.app.providers.storage.openTemp(key);
const write = async (key: string, at: number, data: Uint8Array) =>
  (await temp(key)).write(at, [data] as unknown as AsyncIterable<Uint8Array>, data.length);
async function* keys() {
  for await (const { key } of t.app.providers.storage.list('private')) yield key;
}
const stored = async () => Array.fromAsync(keys());

/** All but the last byte came by the gateway, the last one as another process wrote it. */
async function arrived(data: Uint8Array) {
  const signed = await signUpload(t, person.token, data.length);
  await sendPart(t, person.token, signed, 0, data.subarray(0, -1));
  await write(signed.upload_key, data.length - 1, data.subarray(-1));
  const [row] = await t.app.db.select().from(uploads).where(eq(uploads.upload_key, signed.upload_key));
  if (!row) throw new Error('no such upload');
  return { ...row, received_bytes: data.length };
}

/** Each store of a sealed file calls this first. */
function beforeStore(wait: (nth: number) => Promise<void>): void {
  const { storage } = t.app.providers;
  const open = storage.openTemp.bind(storage);
  let nth = 0;
  const watched = (file: TempFile): TempFile => ({
    ...file,
    seal: async () => watched(await file.seal()),
    keepPrivate: async (key) => {
      nth += 1;
      await wait(nth);
      await file.keepPrivate(key);
    },
  });
  vi.spyOn(storage, 'openTemp').mockImplementation(async (name) => watched(await open(name)));
}

it('holds no transaction while the bytes go into storage', async () => {
  const upload = await arrived(await makePdf({ pages: 1 }));
  let locked = 0;
  beforeStore(async () => {
    await t.app.db.execute(sql`select 1 from uploads where upload_key = ${upload.upload_key} for update nowait`);
    locked += 1;
  });
  expect(await finishUpload(createCtx(t.app, person.actor, 'test'), upload)).toMatchObject({ status: 'done' });
  expect(locked).toBe(1);
});

it('sixty-four who finish one upload at once make one file, and store it under one key', async () => {
  const data = await makePdf({ pages: 1 });
  const upload = await arrived(data);
  const before = await stored();
  const ctx = createCtx(t.app, person.actor, 'test');
  const ends = await Promise.all(Array.from({ length: 64 }, () => finishUpload(ctx, upload)));
  expect(new Set(ends.map(({ status, file_id }) => `${status} ${file_id}`)).size).toBe(1);
  const made = await t.app.db.select().from(files).where(eq(files.owner_id, person.id));
  expect((await stored()).filter((key) => !before.includes(key))).toEqual(made.map(({ key }) => key));
  expect(made).toHaveLength(1);
});

it('of two contents of one upload the file is what was checked, and the bytes of the other are removed', async () => {
  const [one, other] = [await makePdf({ pages: 1 }), await makePdf({ pages: 1 })];
  const size = Math.max(one.length, other.length);
  const sized = (data: Uint8Array) => Buffer.concat([data, Buffer.alloc(size - data.length, '\n')]);
  const second = Buffer.concat([sized(other).subarray(0, -1), Buffer.from(' ')]);
  const upload = await arrived(sized(one));
  const before = await stored();
  let go: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  let waits = false;
  beforeStore(async (nth) => {
    waits = true;
    if (nth === 1) await gate;
  });
  const ctx = createCtx(t.app, person.actor, 'test');
  const late = finishUpload(ctx, upload);
  await vi.waitFor(() => expect(waits).toBe(true), 30_000);
  await write(upload.upload_key, 0, second);
  const first = await finishUpload(ctx, upload);
  go();
  expect(await late).toMatchObject({ status: 'done', file_id: first.file_id });
  const file = await originalFile(t.ctx(), first.file_id as number);
  expect(file?.sha256).toBe(sha256(second));
  expect(sha256(await buffer(await t.app.providers.storage.readPrivate(file?.key as string)))).toBe(sha256(second));
  await sweepNow(t);
  expect((await stored()).filter((key) => !before.includes(key))).toEqual([file?.key]);
});
