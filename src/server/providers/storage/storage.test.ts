import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../../../tests/support/s3-server.ts';
import { localStorage } from './local.ts';
import { newStorageKey, type Storage, type StorageArea } from './port.ts';
import { s3Storage } from './s3.ts';

/** What the port promises, of every adapter. */
interface Place {
  storage: Storage;
  /** DATA_DIR. */
  folder: string;
  /** `area/key` of what is stored. */
  kept(): string[];
  close(): Promise<void>;
}

async function localPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'cemao-storage-'));
  const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    ...{ folder, storage: localStorage(folder), close: () => rm(folder, { recursive: true, force: true }) },
    kept: () => files().map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)),
  };
}

async function s3Place(): Promise<Place> {
  const server: S3Server = await startS3Server();
  server.part_bytes_min = 1;
  server.page = 3;
  const folder = await mkdtemp(join(tmpdir(), 'cemao-storage-'));
  return {
    folder,
    storage: s3Storage(server.config, folder, { pause_ms: 1, part_bytes: 300_000 }),
    kept: () => [...server.objects.keys()].map((name) => name.slice(server.config.prefix.length)),
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe.each([
  ['this machine', localPlace],
  ['a bucket', s3Place],
])('files on %s', (_name, open) => {
  let place: Place;
  let storage: Storage;
  beforeEach(async () => {
    place = await open();
    storage = place.storage;
  });
  afterEach(() => place.close());

  it('are private or public, and are read by ranges', async () => {
    const key = newStorageKey();
    expect(await storage.putPrivate(key, Readable.from([Buffer.from('0123'), Buffer.from('456789')]))).toBe(10);
    expect(await storage.statPublic(key)).toBeNull();
    expect(await text(await storage.readPrivate(key, { start: 2, end: 5 }))).toBe('2345');
    expect(await text(await storage.readPrivate(key, { start: 7, end: 99 }))).toBe('789');
    await storage.publish([key]);
    await storage.publish([key]);
    expect((await storage.statPublic(key))?.size_bytes).toBe(10);
    await storage.removePublic([key, newStorageKey()]);
    expect(await storage.statPublic(key)).toBeNull();
    expect(await text(await storage.readPrivate(key))).toBe('0123456789');
    await storage.removePrivate([key, newStorageKey()]);
    expect(await storage.statPrivate(key)).toBeNull();
    expect(place.kept()).toEqual([]);
  });

  it.each(['../secrets.json', '/etc/passwd', 'aa/../../x', 'a\0b', 'aa//b', '.', 'a\\b', 'a/b/', '..'])('have no key %j', async (key) => {
    await expect(async () => storage.statPrivate(key)).rejects.toThrow('文件不存在');
    await expect(storage.putPublic(key, Buffer.from('x'))).rejects.toThrow('文件不存在');
  });

  it('that are missing are 404, also when they are published or handed to a tool', async () => {
    const key = newStorageKey();
    await storage.putPrivate(key, Buffer.from('x'));
    const missing = newStorageKey();
    await expect(storage.readPrivate(missing)).rejects.toMatchObject({ status: 404 });
    await expect(storage.publish([key, missing])).rejects.toMatchObject({ status: 404 });
    expect(await storage.statPublic(key), 'one after the other').not.toBeNull();
    expect(await storage.openPublic(missing)).toBeNull();
  });

  it('are opened when they are read and not before: what nobody reads holds nothing', async () => {
    const key = newStorageKey();
    await storage.putPrivate(key, Buffer.from('0123456789'));
    const unread = await storage.readPrivate(key);
    const left = await storage.readPrivate(key);
    left.destroy();
    await storage.removePrivate([key]);
    await expect(text(unread)).rejects.toMatchObject({ status: 404 });
  });

  it('of any length come back byte by byte, whole and in parts, also when a reader leaves in the middle', async () => {
    const bytes = Buffer.from(Array.from({ length: 1_000_001 }, (_, i) => (i * 7 + (i >> 8)) % 256));
    const key = newStorageKey();
    expect(await storage.putPrivate(key, Readable.from([bytes.subarray(0, 700_001), bytes.subarray(700_001)]))).toBe(bytes.length);
    for await (const chunk of await storage.readPrivate(key)) if ((chunk as Buffer).length > 0) break;
    expect((await buffer(await storage.readPrivate(key))).equals(bytes)).toBe(true);
    const part = await buffer(await storage.readPrivate(key, { start: 299_999, end: 900_000 }));
    expect(part.equals(bytes.subarray(299_999, 900_001))).toBe(true);
    await storage.putPrivate('aa/empty', Buffer.alloc(0));
    expect((await storage.statPrivate('aa/empty'))?.size_bytes).toBe(0);
    expect(await text(await storage.readPrivate('aa/empty'))).toBe('');
    expect(await storage.withPrivateFile(key, async (path) => readFileSync(path).equals(bytes))).toBe(true);
  });

  it('that are public are open with their facts, or not there', async () => {
    await storage.putPublic('aa/cover-320.webp', Buffer.from('picture'));
    const file = await storage.openPublic('aa/cover-320.webp');
    expect(file?.size_bytes).toBe(7);
    expect(file?.modified_at.getTime()).toBe((await storage.statPublic('aa/cover-320.webp'))?.modified_at.getTime());
    expect(await text(file?.read() as Readable)).toBe('picture');
    await file?.close();
    const unread = await storage.openPublic('aa/cover-320.webp');
    await unread?.close();
    expect(await storage.openPublic('aa/cover-640.webp')).toBeNull();
  });

  it('leave nothing when their bytes stop coming', async () => {
    const broken = async function* () {
      yield Buffer.alloc(700_000);
      throw new Error('the source broke');
    };
    await expect(storage.putPrivate(newStorageKey(), Readable.from(broken()))).rejects.toThrow('the source broke');
    expect(place.kept()).toEqual([]);
  });

  it('are listed in the order of their keys, from any of them on, each area alone', async () => {
    const keys = ['aa-b', 'aa.webp', 'aa/a', 'aa/b-1.webp', 'aa/b/c', 'ab', 'b/c/d', 'z'];
    for (const key of keys.toReversed()) await storage.putPrivate(key, Buffer.from(key));
    await storage.putPublic('only', Buffer.from('x'));
    const list = (area: StorageArea, after?: string) => Array.fromAsync(storage.list(area, after), ({ key }) => key);
    const all = await list('private');
    expect(all).toEqual(keys.toSorted());
    for (const [i, key] of all.entries()) expect(await list('private', key)).toEqual(all.slice(i + 1));
    expect(await list('private', 'aa/')).toEqual(all.filter((key) => key > 'aa/'));
    const sizes = await Array.fromAsync(storage.list('private'), ({ size_bytes }) => size_bytes);
    expect(sizes).toEqual(all.map((key) => key.length));
    expect(await list('public')).toEqual(['only']);
  });

  it('arrive in parts at their positions, keep what came of a broken part, and are kept whole', async () => {
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
    expect(await text(await storage.readPrivate(key))).toBe('hello world');
    await temp.keepPrivate(key);
    await temp.discard();
    expect(await text(await storage.readPrivate(key))).toBe('hello world');
    expect(await storage.listTemp()).toEqual([]);
  });

  it('are sealed: whoever still writes does not reach the copy', async () => {
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
    expect(place.kept()).toEqual([`private/${key}`]);
    expect(await storage.listTemp()).toEqual([]);
  });

  it('clean scratch, also after failed work', async () => {
    let seen = '';
    await expect(
      storage.withScratch(async (path) => {
        seen = path;
        throw new Error('work failed');
      }),
    ).rejects.toThrow('work failed');
    expect(existsSync(seen)).toBe(false);
  });
});
