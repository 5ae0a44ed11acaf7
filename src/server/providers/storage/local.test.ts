import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { localStorage } from './local.ts';
import { newStorageKey, SCRATCH_SILENT_MS, type Storage } from './port.ts';

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cemao-storage-'));
  storage = localStorage(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

it('closes a file that is left in the middle', async () => {
  const key = newStorageKey();
  await storage.putPrivate(key, Buffer.alloc(3 * 1024 * 1024, 'x'));
  const read: number[] = [];
  for await (const chunk of await storage.readPrivate(key, { start: 1, end: 2_000_000 })) {
    read.push((chunk as Buffer).byteLength);
    if (read.length === 2) break;
  }
  expect(read).toEqual([262_144, 262_144]);
  const all = await buffer(await storage.readPrivate(key, { start: 1, end: 2_000_000 }));
  expect(all.byteLength).toBe(2_000_000);
  expect((await buffer(await storage.readPrivate(key, { start: 3_145_700, end: 9_999_999 }))).byteLength).toBe(28);
});

it('a check that a kill ended loses its copy when the same upload is checked again, a living one keeps it', async () => {
  const temp = await storage.openTemp('upload-of-somebody');
  const dead = join(folder, 'uploads', 'upload-of-somebody.0011aabb');
  const [living, other] = [await temp.seal(), await (await storage.openTemp('upload-of-somebody-else')).seal()];
  writeFileSync(dead, 'bytes');
  const silent = new Date(Date.now() - SCRATCH_SILENT_MS - 1_000);
  utimesSync(dead, silent, silent);
  const again = await temp.seal();
  expect(existsSync(dead)).toBe(false);
  expect(files()).toHaveLength(5);
  for (const sealed of [living, other, again]) await sealed.discard();
});

it('says that the disk is full and leaves nothing behind', async () => {
  let chunks = 0;
  const full = localStorage(folder, async () => {
    if (++chunks > 2) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  });
  const data = () => Readable.from([Buffer.from('a'), Buffer.from('b'), Buffer.from('c')]);
  await expect(full.putPrivate(newStorageKey(), data())).rejects.toMatchObject({ status: 507, message: '存储空间不足，请稍后再试' });
  expect(files()).toEqual([]);
  chunks = 0;
  const temp = await full.openTemp('part');
  await expect(temp.write(0, data(), 100)).rejects.toMatchObject({ status: 507 });
});

it.each(['EROFS', 'EIO', 'EACCES'])('O13 says that the disk cannot be written (%s), which passes', async (code) => {
  const broken = localStorage(folder, async () => {
    throw Object.assign(new Error('not now'), { code });
  });
  const away = { status: 503, message: '文件存储暂时无法访问，请稍后再试' };
  await expect(broken.putPrivate(newStorageKey(), Buffer.from('a'))).rejects.toMatchObject(away);
  await expect((await broken.openTemp('part')).write(0, Readable.from([Buffer.from('a')]), 100)).rejects.toMatchObject(away);
});

it('AT-8 keeps other users of the machine out, whatever the umask, also out of what an earlier version left open', async () => {
  const before = process.umask(0);
  try {
    const temp = await storage.openTemp('upload1');
    await temp.write(0, Readable.from([Buffer.from('%PDF')]), 4);
    await temp.keepPrivate('aa/bb/kept');
    await storage.putPrivate('aa/bb/put', Buffer.from('x'));
    await storage.openTemp('upload2');
  } finally {
    process.umask(before);
  }
  const mode = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8);
  const files = ['private/aa/bb/kept', 'private/aa/bb/put', 'uploads/upload2'].map((path) => mode(path));
  expect([mode('private'), mode('uploads'), ...files]).toEqual(['700', '700', '600', '600', '600']);
  for (const name of ['private', 'uploads']) chmodSync(join(folder, name), 0o755);
  localStorage(folder);
  expect([mode('private'), mode('uploads')]).toEqual(['700', '700']);
});

it('O15 leaves what works alone and removes what a killed process left, in minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const temp = await storage.openTemp('upload1');
    const sealed = await temp.seal();
    const [copy = ''] = readdirSync(join(folder, 'uploads')).filter((name) => name !== 'upload1');
    const old = new Date(Date.now() - 10 * SCRATCH_SILENT_MS);
    const times = () =>
      [statSync(join(folder, 'uploads', copy)), statSync(join(folder, 'scratch', 'w-dead'))].map(({ mtime }) => mtime > old);
    mkdirSync(join(folder, 'scratch', 'w-dead'), { recursive: true });
    await storage.withScratch(async (work) => {
      for (const path of [join(folder, 'uploads', copy), work, join(folder, 'scratch', 'w-dead')]) utimesSync(path, old, old);
      vi.advanceTimersByTime(20_000);
      await vi.waitFor(() => expect(statSync(work).mtime > old && times()[0]).toBe(true));
      expect(times()).toEqual([true, false]);
      await storage.cleanScratch(new Date(), old);
      expect(readdirSync(join(folder, 'scratch'))).toEqual([basename(work)]);
    });
    await sealed.discard();
    expect((await storage.listTemp()).map(({ name }) => name)).toEqual(['upload1']);
  } finally {
    vi.useRealTimers();
  }
});
