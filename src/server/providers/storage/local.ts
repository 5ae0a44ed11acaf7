import { randomBytes } from 'node:crypto';
import { chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { link, mkdir, mkdtemp, open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../kernel/errors.ts';
import {
  codeOf,
  copyAtomically,
  copyFlushed,
  isDiskError,
  onDisk,
  openStream,
  signOfLife,
  statFile,
  syncFolder,
  type WriteChunk,
  writeAtomically,
  writeWhole,
} from './disk.ts';
import { checkKey, isKey, type ListedFile, type OpenFile, SCRATCH_SILENT_MS, type Storage, type TempFile } from './port.ts';

/**
 * Files below `data_dir`: `private/`, `public/`, `uploads/` (arriving) and `scratch/`. All on one file system, so that a rename is atomic.
 * Originals are what is sold: other users of this machine have no access to them, also of those from earlier versions.
 */
export function localStorage(data_dir: string, writeChunk: WriteChunk = writeWhole): Storage {
  for (const name of ['private', 'uploads']) closeFolder(join(data_dir, name));
  const area = (name: string, key: string) => join(data_dir, name, checkKey(key));
  const scratch = join(data_dir, 'scratch');
  const temporary = async () => {
    await onDisk(() => mkdir(scratch, { recursive: true }));
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
    openPublic: (key) => openFile(area('public', key)),
    list: (name, after = '') => listFiles(join(data_dir, name), '', after),
    removePublic: (keys) => remove('public', keys),
    async publish(keys) {
      for (const key of keys) await copyAtomically(await temporary(), area('private', key), area('public', key));
    },
    async openTemp(name) {
      const path = area('uploads', name);
      await onDisk(async () => {
        await mkdir(dirname(path), { recursive: true });
        await (await open(path, 'a', 0o600)).close();
      });
      return tempFile(path, temporary, (key) => area('private', key), writeChunk);
    },
    async listTemp() {
      const names = await readdir(join(data_dir, 'uploads')).catch(() => [] as string[]);
      const found = await Promise.all(names.map(async (name) => ({ name, file: await statFile(join(data_dir, 'uploads', name)) })));
      return found.flatMap(({ name, file }) => (file ? [{ name, modified_at: file.modified_at }] : []));
    },
    async withScratch(work) {
      const folder = await onDisk(async () => {
        await mkdir(scratch, { recursive: true });
        return mkdtemp(join(scratch, WORK));
      });
      const leave = signOfLife(folder);
      try {
        return await work(folder);
      } finally {
        leave();
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    async cleanScratch(now, older_than) {
      const silent_since = new Date(now.getTime() - SCRATCH_SILENT_MS);
      for (const name of await readdir(scratch).catch(() => [] as string[])) {
        const file = await statFile(join(scratch, name));
        if (file && file.modified_at < (name.startsWith(WORK) ? silent_since : older_than))
          await rm(join(scratch, name), { recursive: true, force: true });
      }
    },
    async freeBytes() {
      await mkdir(data_dir, { recursive: true });
      const { bavail, bsize } = await statfs(data_dir);
      return bavail * bsize;
    },
  };
}

/** Folders of one piece of work each. */
const WORK = 'w-';

function closeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
}

function tempFile(path: string, temporary: () => Promise<string>, privatePath: (key: string) => string, writeChunk: WriteChunk): TempFile {
  return {
    async write(position, data, max_bytes) {
      const handle = await onDisk(() => open(path, constants.O_WRONLY | constants.O_CREAT, 0o600));
      let written = 0;
      try {
        await onDisk(async () => {
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
      await removeDeadCopies(path);
      const copy = `${path}.${randomBytes(4).toString('hex')}`;
      await onDisk(() => copyFlushed(path, copy));
      const sealed = tempFile(copy, temporary, privatePath, writeChunk);
      const leave = signOfLife(copy);
      return {
        ...sealed,
        discard: () => {
          leave();
          return sealed.discard();
        },
      };
    },
    async keepPrivate(key) {
      const target = privatePath(key);
      await onDisk(async () => {
        await mkdir(dirname(target), { recursive: true });
        const second = await temporary();
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

/** A check that a kill ended leaves its copy behind, which may be as large as a film; one that lives shows that it does. */
async function removeDeadCopies(path: string): Promise<void> {
  const silent_since = new Date(Date.now() - SCRATCH_SILENT_MS);
  for (const name of await readdir(dirname(path)).catch(() => [] as string[])) {
    const copy = join(dirname(path), name);
    if (!copy.startsWith(`${path}.`)) continue;
    const file = await statFile(copy);
    if (file && file.modified_at < silent_since) await rm(copy, { force: true });
  }
}

/** Links are not followed. */
async function openFile(path: string): Promise<OpenFile | null> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (!handle) return null;
  const found = await handle.stat();
  if (!found.isFile()) {
    await handle.close();
    return null;
  }
  return {
    size_bytes: found.size,
    modified_at: found.mtime,
    read: () => handle.createReadStream({ autoClose: false }),
    close: () => handle.close(),
  };
}

/** A folder's name counts with its slash, so that keys come in the order of their letters. */
async function* listFiles(root: string, folder: string, after: string): AsyncGenerator<ListedFile> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const names = entries.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`).sort((a, b) => (a < b ? -1 : 1));
  for (const name of names) {
    if (name <= after && !(name.endsWith('/') && after.startsWith(name))) continue;
    if (name.endsWith('/')) yield* listFiles(root, name, after);
    else if (isKey(name)) {
      const file = await statFile(join(root, name));
      if (file) yield { key: name, size_bytes: file.size_bytes, etag: null };
    }
  }
}
