import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, mkdir, open, rename, stat, unlink, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { notFound } from '../../kernel/errors.ts';
import { type ByteRange, type StoredFile, storageAway, storageFull } from './port.ts';

/** Replaceable in tests: how a chunk reaches the disk. */
export type WriteChunk = (handle: FileHandle, chunk: Uint8Array, position: number) => Promise<void>;

/** Under its name when it is whole. Returns the bytes written. */
export async function writeAtomically(
  temporary: string,
  path: string,
  data: Readable | Uint8Array,
  writeChunk: WriteChunk,
): Promise<number> {
  return onDisk(async () => {
    await mkdir(dirname(path), { recursive: true });
    let handle: FileHandle | undefined;
    try {
      handle = await open(temporary, 'wx', 0o600);
      let written = 0;
      const chunks = data instanceof Uint8Array ? [data] : (data as AsyncIterable<Uint8Array>);
      for await (const chunk of chunks) {
        await writeChunk(handle, chunk, written);
        written += chunk.byteLength;
      }
      await handle.sync();
      await handle.close();
      handle = undefined;
      await rename(temporary, path);
      await syncFolder(dirname(path));
      return written;
    } catch (error) {
      await handle?.close().catch(() => undefined);
      await unlink(temporary).catch(() => undefined);
      throw error;
    }
  });
}

/** A second name for the same bytes where the file system can, else a copy; either way whole or absent. */
export async function copyAtomically(temporary: string, from: string, to: string): Promise<void> {
  await onDisk(async () => {
    await mkdir(dirname(to), { recursive: true });
    try {
      await link(from, to);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return;
      if (codeOf(error) === 'ENOENT') throw notFound('文件不存在');
      try {
        await copyFile(from, temporary);
        await rename(temporary, to);
      } catch (failure) {
        await unlink(temporary).catch(() => undefined);
        throw failure;
      }
    }
  });
}

/** Shares the bytes until one side changes, where the file system can. */
export async function copyFlushed(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    const handle = await open(to, 'r+');
    try {
      await handle.chmod(0o600);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    await unlink(to).catch(() => undefined);
    throw error;
  }
}

/** A file or folder of unfinished work whose owner is alive is never older than some of these. */
const SIGN_EVERY_MS = 15_000;

/** Keeps the time of a file or folder young while this process works with it. @returns what ends that */
export function signOfLife(path: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    // it may have been moved to where it belongs
    utimes(path, now, now).catch(() => undefined);
  }, SIGN_EVERY_MS).unref();
  return () => clearInterval(timer);
}

const READ_BYTES = 256 * 1024;

/** The file is opened by the first read and closed with the last or with `destroy`: an unread stream holds nothing open. */
export async function openStream(path: string, range?: ByteRange): Promise<Readable> {
  if (!(await statFile(path))) throw notFound('文件不存在');
  return Readable.from(chunksOf(path, range), { objectMode: false, highWaterMark: 2 * READ_BYTES });
}

async function* chunksOf(path: string, range?: ByteRange): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? notFound('文件不存在') : error;
  });
  try {
    const end = range ? range.end + 1 : Number.POSITIVE_INFINITY;
    for (let at = range?.start ?? 0; at < end; ) {
      const wanted = Math.min(READ_BYTES, end - at);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Null: there is none. */
export async function statFile(path: string): Promise<StoredFile | null> {
  try {
    const { size, mtime } = await stat(path);
    return { size_bytes: size, modified_at: mtime };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

export async function writeWhole(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.byteLength; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.byteLength - done, position + done);
    done += bytesWritten;
  }
}

export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** No space, no quota, or over the file size that this process may write. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The disk takes nothing for now: mounted read-only, broken, or no longer ours. */
const AWAY = new Set(['EROFS', 'EIO', 'EACCES', 'EPERM']);

export const isDiskError = (error: unknown) => FULL.has(codeOf(error) ?? '') || AWAY.has(codeOf(error) ?? '');

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

/** @throws AppError 507 instead of what a full disk says, 503 instead of what one says that cannot be written */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (FULL.has(codeOf(error) ?? '')) throw storageFull(error);
    if (AWAY.has(codeOf(error) ?? '')) throw storageAway(error);
    throw error;
  }
}
