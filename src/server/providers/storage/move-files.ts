import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { byteParts } from '../../kernel/byte-parts.ts';
import { AppError } from '../../kernel/errors.ts';
import type { ListedFile, OpenFile, Storage, StorageArea } from './port.ts';
import { S3_LIMITS } from './s3/request.ts';

const AREAS: readonly StorageArea[] = ['private', 'public'];
const AT_ONCE = 4;
/** Removed at a time. */
const BATCH = 500;

export interface MoveProgress {
  /** Looked at so far. */
  files: number;
  bytes: number;
  copied: number;
  copied_bytes: number;
}

/** A file of one side and, where there is one, its like on the other. */
interface Pair {
  area: StorageArea;
  key: string;
  from: ListedFile | null;
  to: ListedFile | null;
}

const nothing = (): MoveProgress => ({ files: 0, bytes: 0, copied: 0, copied_bytes: 0 });

/**
 * Copies what `to` lacks or has in another size. A file is whole or absent on both sides, so a killed run is gone on with by the next.
 * What goes from `from` meanwhile is left out; nothing is removed.
 */
export async function copyFiles(from: Storage, to: Storage, onProgress: (progress: MoveProgress) => void): Promise<MoveProgress> {
  const sum = nothing();
  await eachPair(from, to, async ({ area, key, from: file, to: there }) => {
    if (!file) return;
    if (there?.size_bytes !== file.size_bytes) {
      if (!(await copyFile(from, to, area, key, file.size_bytes))) return;
      sum.copied++;
      sum.copied_bytes += file.size_bytes;
    }
    sum.files++;
    sum.bytes += file.size_bytes;
    onProgress(sum);
  });
  return sum;
}

export interface CheckReport extends MoveProgress {
  /** `area/key` of files that are the same on both sides. */
  same: string[];
  /** `area/key` of files that `to` lacks or has otherwise. */
  differing: string[];
  /** `area/key` of files that only `to` has. */
  extra: string[];
}

/** Compares every file: its size, and its bytes with the MD5 that the storage reports; where there is none, both are read whole. */
export async function checkFiles(from: Storage, to: Storage, onProgress: (progress: MoveProgress) => void): Promise<CheckReport> {
  const sum: CheckReport = { ...nothing(), same: [], differing: [], extra: [] };
  await eachPair(from, to, async ({ area, key, from: file, to: there }) => {
    if (!file) {
      // written after the list of the other side was read
      if (!(await statOf(from, area, key))) sum.extra.push(`${area}/${key}`);
      return;
    }
    if (!there || there.size_bytes !== file.size_bytes || !(await sameBytes(from, to, area, file, there))) {
      if (await statOf(from, area, key)) sum.differing.push(`${area}/${key}`);
      return;
    }
    sum.same.push(`${area}/${key}`);
    sum.files++;
    sum.bytes += file.size_bytes;
    onProgress(sum);
  });
  return sum;
}

/** Removes files by `area/key`. */
export async function removeFiles(storage: Storage, files: readonly string[]): Promise<void> {
  for (const area of AREAS) {
    const keys = files.filter((file) => file.startsWith(`${area}/`)).map((file) => file.slice(area.length + 1));
    for (let at = 0; at < keys.length; at += BATCH) {
      const some = keys.slice(at, at + BATCH);
      await (area === 'private' ? storage.removePrivate(some) : storage.removePublic(some));
    }
  }
}

/** Goes through both sides in the order of their keys, a few files at a time. */
async function eachPair(from: Storage, to: Storage, work: (pair: Pair) => Promise<void>): Promise<void> {
  const going = new Set<Promise<void>>();
  try {
    for (const area of AREAS) {
      for await (const pair of pairsOf(area, from.list(area), to.list(area))) {
        const done = work(pair).then(() => {
          going.delete(done);
        });
        done.catch(() => undefined);
        going.add(done);
        if (going.size >= AT_ONCE) await Promise.race(going);
      }
    }
    await Promise.all(going);
  } finally {
    await Promise.allSettled(going);
  }
}

async function* pairsOf(area: StorageArea, left: AsyncIterable<ListedFile>, right: AsyncIterable<ListedFile>): AsyncGenerator<Pair> {
  const [ours, theirs] = [left[Symbol.asyncIterator](), right[Symbol.asyncIterator]()];
  let [from, to] = [await next(ours), await next(theirs)];
  while (from || to) {
    const key = from && (!to || from.key <= to.key) ? from.key : (to as ListedFile).key;
    const pair: Pair = { area, key, from: from?.key === key ? from : null, to: to?.key === key ? to : null };
    yield pair;
    if (pair.from) from = await next(ours);
    if (pair.to) to = await next(theirs);
  }
}

async function next(files: AsyncIterator<ListedFile>): Promise<ListedFile | null> {
  const { done, value } = await files.next();
  return done ? null : value;
}

/** False: it is gone. @throws Error when what arrived is not what was listed */
async function copyFile(from: Storage, to: Storage, area: StorageArea, key: string, size_bytes: number): Promise<boolean> {
  const data = await readOf(from, area, key);
  if (!data) return false;
  const written = await (area === 'private' ? to.putPrivate(key, data) : to.putPublic(key, data));
  const there = await statOf(to, area, key);
  if (written !== size_bytes || there?.size_bytes !== size_bytes) {
    throw new Error(`${area}/${key}: ${size_bytes} bytes were listed, ${written} copied, ${there?.size_bytes ?? 'none'} arrived`);
  }
  return true;
}

async function sameBytes(from: Storage, to: Storage, area: StorageArea, file: ListedFile, there: ListedFile): Promise<boolean> {
  for (const [told, other] of [
    [there, from],
    [file, to],
  ] as const) {
    if (told.etag === null || told.etag === '') continue;
    const data = await readOf(other, area, file.key);
    if (!data) return false;
    if ((await etagOf(data, told.etag)) === told.etag) return true;
    // encrypted or copied in other parts: its tag says nothing of the bytes
    break;
  }
  const [ours, theirs] = [await readOf(from, area, file.key), await readOf(to, area, file.key)];
  if (!ours || !theirs) return false;
  return (await sha256Of(ours)) === (await sha256Of(theirs));
}

/** What a storage would say of these bytes if they came as we send them. */
async function etagOf(data: AsyncIterable<Uint8Array>, like: string): Promise<string> {
  if (!like.includes('-')) return (await hashed(createHash('md5'), data)).digest('hex');
  const whole = createHash('md5');
  let parts = 0;
  for await (const part of byteParts(data, S3_LIMITS.part_bytes)) {
    whole.update(createHash('md5').update(part).digest());
    parts++;
  }
  return `${whole.digest('hex')}-${parts}`;
}

async function sha256Of(data: AsyncIterable<Uint8Array>): Promise<string> {
  return (await hashed(createHash('sha256'), data)).digest('hex');
}

async function hashed(hash: Hash, data: AsyncIterable<Uint8Array>): Promise<Hash> {
  for await (const chunk of data) hash.update(chunk);
  return hash;
}

function statOf(storage: Storage, area: StorageArea, key: string) {
  return area === 'private' ? storage.statPrivate(key) : storage.statPublic(key);
}

/** Null: it is gone. */
async function readOf(storage: Storage, area: StorageArea, key: string): Promise<Readable | null> {
  if (area === 'public') {
    const file = await storage.openPublic(key);
    if (!file) return null;
    return Readable.from(readAndClose(file), { objectMode: false });
  }
  return storage.readPrivate(key).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  });
}

async function* readAndClose(file: OpenFile): AsyncGenerator<Uint8Array> {
  try {
    yield* file.read() as AsyncIterable<Uint8Array>;
  } finally {
    await file.close();
  }
}
