import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../../../tests/support/s3-server.ts';
import { localStorage } from './local.ts';
import { checkFiles, copyFiles, removeFiles } from './move-files.ts';
import type { Storage } from './port.ts';
import { s3Storage } from './s3.ts';

const MIB = 1024 ** 2;
const silent = () => undefined;

let s3: S3Server;
let folder: string;
let here: Storage;
let there: Storage;
beforeEach(async () => {
  s3 = await startS3Server();
  s3.page = 7;
  folder = mkdtempSync(join(tmpdir(), 'cemao-move-'));
  here = localStorage(folder);
  there = s3Storage(s3.config, folder, { pause_ms: 1 });
});
afterEach(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const content = (key: string, size = 1_000) => Buffer.alloc(size, key);

async function fill(storage: Storage): Promise<void> {
  for (let i = 0; i < 20; i++) await storage.putPrivate(`a${i % 3}/file-${i}`, content(`private ${i}`));
  for (let i = 0; i < 10; i++) await storage.putPublic(`a${i % 3}/pic-${i}-320.webp`, content(`public ${i}`));
  await storage.putPrivate('zz/empty', Buffer.alloc(0));
  await storage.putPrivate('zz/large', content('large', 9 * MIB));
}

const keysOf = async (storage: Storage) => [
  ...(await Array.fromAsync(storage.list('private'), ({ key }) => `private/${key}`)),
  ...(await Array.fromAsync(storage.list('public'), ({ key }) => `public/${key}`)),
];

it('copies everything there and back, byte by byte, and removes nothing', async () => {
  await fill(here);
  const all = await keysOf(here);
  expect(all.length).toBe(32);
  expect(await copyFiles(here, there, silent)).toMatchObject({ files: 32, copied: 32 });
  expect(await keysOf(there)).toEqual(all);
  expect(s3.objects.get('site/private/zz/large')?.etag, 'in parts').toMatch(/-2$/);
  const other = mkdtempSync(join(tmpdir(), 'cemao-move-'));
  try {
    const back = localStorage(other);
    expect(await copyFiles(there, back, silent)).toMatchObject({ files: 32, copied: 32 });
    expect(await keysOf(back)).toEqual(all);
    for (const { key } of await Array.fromAsync(here.list('private')))
      expect((await buffer(await back.readPrivate(key))).equals(await buffer(await here.readPrivate(key)))).toBe(true);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
  expect(await keysOf(here)).toEqual(all);
});

it('goes on where it broke off, and copies nothing twice', async () => {
  await fill(here);
  let puts = 0;
  s3.fault = ({ method }) => (method === 'PUT' && ++puts > 12 ? { status: 403, code: 'AccessDenied' } : null);
  await expect(copyFiles(here, there, silent)).rejects.toMatchObject({ status: 503 });
  const before = new Map(s3.objects);
  expect(before.size).toBeGreaterThan(5);
  expect(before.size).toBeLessThan(32);
  s3.fault = () => null;
  expect((await copyFiles(here, there, silent)).copied).toBe(32 - before.size);
  for (const [name, object] of before) expect(s3.objects.get(name), name).toBe(object);
  expect((await copyFiles(here, there, silent)).copied).toBe(0);
});

it('replaces a file of another size, leaves out what goes meanwhile', async () => {
  await fill(here);
  await there.putPrivate('a0/file-0', Buffer.from('half'));
  s3.fault = async ({ method, name }) => {
    if (method === 'PUT' && name.endsWith('file-0')) await here.removePrivate(['zz/large', 'zz/empty']);
    return null;
  };
  expect((await copyFiles(here, there, silent)).files).toBe(30);
  expect((await buffer(await there.readPrivate('a0/file-0'))).equals(content('private 0'))).toBe(true);
  expect(await there.statPrivate('zz/large')).toBeNull();
});

it('finds by a check what is missing, changed or too many, whatever the tags say', async () => {
  await fill(here);
  await copyFiles(here, there, silent);
  const clean = await checkFiles(here, there, silent);
  expect([clean.files, clean.differing, clean.extra]).toEqual([32, [], []]);
  // compared by what the list says: no file was fetched
  s3.calls.length = 0;
  await checkFiles(here, there, silent);
  expect(s3.calls.filter(({ method, name }) => method === 'GET' && name !== '')).toEqual([]);
  // as an encrypted bucket reports them
  for (const [name, object] of s3.objects) s3.objects.set(name, { ...object, etag: 'f'.repeat(32) });
  expect((await checkFiles(here, there, silent)).differing).toEqual([]);
  const flipped = s3.objects.get('site/private/a0/file-0');
  if (flipped) s3.objects.set('site/private/a0/file-0', { ...flipped, body: content('private 1') });
  s3.objects.delete('site/public/a1/pic-1-320.webp');
  await there.putPublic('a9/more-320.webp', Buffer.from('x'));
  const found = await checkFiles(here, there, silent);
  expect(found.differing).toEqual(['private/a0/file-0', 'public/a1/pic-1-320.webp']);
  expect(found.extra).toEqual(['public/a9/more-320.webp']);
  await removeFiles(there, found.extra);
  expect((await checkFiles(here, there, silent)).extra).toEqual([]);
});
