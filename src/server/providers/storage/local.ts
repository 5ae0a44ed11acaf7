import { randomBytes } from 'node:crypto';
import { chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { copyFile, type FileHandle, link, mkdir, mkdtemp, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError, notFound } from '../../kernel/errors.ts';
import { type ByteRange, checkKey, type Storage, type StoredFile, storageFull, type TempFile } from './port.ts';

/** Replaceable in tests: how a chunk reaches the disk. */
export type WriteChunk = (handle: FileHandle, chunk: Uint8Array, position: number) => Promise<void>;

/**
 * Files below `data_dir`: `private/`, `public/`, `uploads/` (arriving) and `scratch/`. All on one file system, so that a rename is atomic.
 * Originals are what is sold: other users of this machine are kept out of them, also of those from earlier versions.
 */
export function localStorage(data_dir: string, writeChunk: WriteChunk = writeWhole): Storage {
  for (const name of ['private', 'uploads']) closeFolder(join(data_dir, name));
  const area = (name: string, key: string) => join(data_dir, name, checkKey(key));
  const scratch = join(data_dir, 'scratch');
  const temporary = async () => {
    await mkdir(scratch, { recursive: true });
    return join(scratch, `f-${randomBytes(8).toString('hex')}`);
  };
  const put = async (name: string, key: string, data: Readable | Uint8Array) =>
    writeAtomically(await temporary(), area(name, key), data, writeChunk);
  const remove = async (name: string, keys: readonly string[]) => {
    for (const key of keys) await rm(area(name, key), { force: true });
  };
  return {
    putPrivate: (key, data) => put('private', key, data),
    readPrivate: (key, range) => openStream(area('private', key), range),
    statPrivate: (key) => statFile(area('private', key)),
    removePrivate: (keys) => remove('private', keys),
    withPrivateFile: async (key, work) => work(area('private', key)),
    putPublic: (key, data) => put('public', key, data),
    statPublic: (key) => statFile(area('public', key)),
    removePublic: (keys) => remove('public', keys),
    async publish(keys) {
      for (const key of keys) await copyAtomically(await temporary(), area('private', key), area('public', key));
    },
    async openTemp(name) {
      const path = area('uploads', name);
      await translate(async () => {
        await mkdir(dirname(path), { recursive: true });
        await (await open(path, 'a', 0o600)).close();
      });
      return tempFile(path, (key) => area('private', key), writeChunk);
    },
    async listTemp() {
      const names = await readdir(join(data_dir, 'uploads')).catch(() => [] as string[]);
      const found = await Promise.all(names.map(async (name) => ({ name, file: await statFile(join(data_dir, 'uploads', name)) })));
      return found.flatMap(({ name, file }) => (file ? [{ name, modified_at: file.modified_at }] : []));
    },
    async withScratch(work) {
      const folder = await translate(async () => {
        await mkdir(scratch, { recursive: true });
        return mkdtemp(join(scratch, 'w-'));
      });
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    async cleanScratch(older_than) {
      for (const name of await readdir(scratch).catch(() => [] as string[])) {
        const file = await statFile(join(scratch, name));
        if (file && file.modified_at < older_than) await rm(join(scratch, name), { recursive: true, force: true });
      }
    },
    async freeBytes() {
      await mkdir(data_dir, { recursive: true });
      const { bavail, bsize } = await statfs(data_dir);
      return bavail * bsize;
    },
  };
}

function closeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
}

function tempFile(path: string, privatePath: (key: string) => string, writeChunk: WriteChunk): TempFile {
  return {
    async write(position, data, max_bytes) {
      const handle = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
      let written = 0;
      try {
        await translate(async () => {
          try {
            for await (const chunk of data) {
              if (written + chunk.byteLength > max_bytes) throw new AppError('上传的内容超出了文件大小', { status: 413 });
              await writeChunk(handle, chunk, position + written);
              written += chunk.byteLength;
            }
          } catch (error) {
            // a sender that went away keeps what arrived; a full disk or too much data does not count
            if (error instanceof AppError || isDiskError(error)) throw error;
          }
          await handle.datasync();
        });
      } finally {
        await handle.close();
      }
      return written;
    },
    read: (range) => openStream(path, range),
    withPath: (work) => work(path),
    size_bytes: async () => (await statFile(path))?.size_bytes ?? 0,
    async seal() {
      const copy = `${path}.${randomBytes(4).toString('hex')}`;
      await translate(() => copyFlushed(path, copy));
      return tempFile(copy, privatePath, writeChunk);
    },
    async keepPrivate(key) {
      const target = privatePath(key);
      await translate(async () => {
        await mkdir(dirname(target), { recursive: true });
        const second = `${path}.${randomBytes(4).toString('hex')}`;
        // a second name for the same bytes where the file system can
        await link(path, second).catch(() => copyFlushed(path, second));
        try {
          await rename(second, target);
          await syncFolder(dirname(target));
        } finally {
          // renaming one name of a file to another name of it does nothing
          await rm(second, { force: true });
        }
      });
    },
    discard: () => rm(path, { force: true }),
  };
}

async function writeAtomically(temporary: string, path: string, data: Readable | Uint8Array, writeChunk: WriteChunk): Promise<number> {
  return translate(async () => {
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
async function copyAtomically(temporary: string, from: string, to: string): Promise<void> {
  await translate(async () => {
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
async function copyFlushed(from: string, to: string): Promise<void> {
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

const READ_BYTES = 256 * 1024;

/** The file is opened by the first read and closed with the last or with `destroy`: a stream that nobody reads holds nothing open. */
async function openStream(path: string, range?: ByteRange): Promise<Readable> {
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

async function statFile(path: string): Promise<StoredFile | null> {
  try {
    const { size, mtime } = await stat(path);
    return { size_bytes: size, modified_at: mtime };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function writeWhole(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.byteLength; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.byteLength - done, position + done);
    done += bytesWritten;
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** No space, no quota, or over the file size that this process may write. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const isDiskError = (error: unknown) => FULL.has(codeOf(error) ?? '') || codeOf(error) === 'EIO' || codeOf(error) === 'EROFS';

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

async function translate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (FULL.has(codeOf(error) ?? '')) throw storageFull(error);
    throw error;
  }
}
