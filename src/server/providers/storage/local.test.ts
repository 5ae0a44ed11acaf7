import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { localStorage } from './local.ts';
import { newStorageKey, type Storage } from './port.ts';

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cemao-storage-'));
  storage = localStorage(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

it('keeps private and public files apart and reads ranges', async () => {
  const key = newStorageKey();
  expect(await storage.putPrivate(key, Readable.from([Buffer.from('0123'), Buffer.from('456789')]))).toBe(10);
  expect(await storage.statPublic(key)).toBeNull();
  expect(await text(await storage.readPrivate(key, { start: 2, end: 5 }))).toBe('2345');
  await storage.publish([key]);
  await storage.publish([key]);
  expect((await storage.statPublic(key))?.size_bytes).toBe(10);
  await storage.removePublic([key]);
  expect(await text(await storage.readPrivate(key))).toBe('0123456789');
});

it.each(['../secrets.json', '/etc/passwd', 'aa/../../x', 'a\0b', 'aa//b', '.', 'a\\b', 'a/b/', '..'])('refuses the key %j', async (key) => {
  expect(() => storage.statPrivate(key)).toThrow('文件不存在');
  await expect(storage.putPublic(key, Buffer.from('x'))).rejects.toThrow('文件不存在');
});

it('answers 404 for a missing file', async () => {
  await expect(storage.readPrivate(newStorageKey())).rejects.toMatchObject({ status: 404 });
});

it('opens a file when it is read and not before: what nobody reads holds nothing', async () => {
  const key = newStorageKey();
  await storage.putPrivate(key, Buffer.from('0123456789'));
  const unread = await storage.readPrivate(key);
  const left = await storage.readPrivate(key);
  left.destroy();
  await storage.removePrivate([key]);
  await expect(text(unread)).rejects.toMatchObject({ status: 404 });
});

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

it('writes parts at their positions, keeps what arrived of a broken part, and keeps the whole', async () => {
  const temp = await storage.openTemp('upload1');
  expect(await temp.write(0, Readable.from([Buffer.from('hello ')]), 11)).toBe(6);
  const broken = async function* () {
    yield Buffer.from('wo');
    throw new Error('connection lost');
  };
  expect(await temp.write(6, broken(), 5)).toBe(2);
  expect(await temp.write(6, Readable.from([Buffer.from('world')]), 5)).toBe(5);
  await expect(temp.write(6, Readable.from([Buffer.from('world!')]), 5)).rejects.toMatchObject({ status: 413 });
  expect((await storage.listTemp()).map((file) => file.name)).toEqual(['upload1']);
  const key = newStorageKey();
  await temp.keepPrivate(key);
  expect(readFileSync(join(folder, 'private', key), 'utf8')).toBe('hello world');
  await temp.keepPrivate(key);
  await temp.discard();
  expect(readFileSync(join(folder, 'private', key), 'utf8')).toBe('hello world');
  expect(await storage.listTemp()).toEqual([]);
});

it('seals what has arrived: whoever still writes does not reach the copy', async () => {
  const temp = await storage.openTemp('upload1');
  await temp.write(0, Readable.from([Buffer.from('checked')]), 7);
  const sealed = await temp.seal();
  await temp.write(0, Readable.from([Buffer.from('changed')]), 7);
  expect(await text(await sealed.read())).toBe('checked');
  const key = newStorageKey();
  await sealed.keepPrivate(key);
  await sealed.discard();
  await temp.discard();
  expect(await text(await storage.readPrivate(key))).toBe('checked');
  expect(files().map(({ name }) => name)).toEqual([key.slice(6)]);
});

it('cleans scratch, also after failed work', async () => {
  let seen = '';
  await expect(
    storage.withScratch(async (path) => {
      seen = path;
      throw new Error('work failed');
    }),
  ).rejects.toThrow('work failed');
  expect(existsSync(seen)).toBe(false);
});

it('keeps other users of the machine out, whatever the umask, also out of what an earlier version left open', async () => {
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
