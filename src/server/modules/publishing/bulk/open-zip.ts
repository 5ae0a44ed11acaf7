import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { BULK_ENTRIES_MAX, BULK_UNPACKED_MAX_BYTES } from '#contract/bulk.ts';
import { AppError } from '../../../kernel/errors.ts';
import { openArchive } from '../../../providers/document/archive.ts';
import { DocumentError } from '../../../providers/document/port.ts';
import { entryName, LEFT_OVER } from '../zip-names.ts';

/** A file in a ZIP. */
export interface ZipEntry {
  /** Path within the ZIP, with slashes. */
  name: string;
  /** Unpacked, as the ZIP says; reading ends with an error when it is not so. */
  size_bytes: number;
  /** Changes when the bytes do. */
  mark: string;
  open(): Promise<Readable>;
}

/** A file that unpacks to more than this many times its size is no file of a work. */
const RATIO_MAX = 1_000;
const RATIO_FROM_BYTES = 10 * 1024 * 1024;

/**
 * The files of a ZIP by name; opened while `work` runs. Bounds hold before anything is unpacked.
 * @throws AppError when it is broken, too large, or names files outside itself
 */
export async function withZip<T>(path: string, work: (entries: ReadonlyMap<string, ZipEntry>) => Promise<T>): Promise<T> {
  const zip = await openZip(path);
  try {
    return await work(await readEntries(zip));
  } finally {
    zip.close();
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openArchive(path);
  } catch (error) {
    throw error instanceof DocumentError ? new AppError('压缩包已损坏或不是 ZIP 格式，请重新打包', { cause: error }) : error;
  }
}

function readEntries(zip: ZipFile): Promise<Map<string, ZipEntry>> {
  if (zip.entryCount > BULK_ENTRIES_MAX) return Promise.reject(new AppError(`压缩包里的文件太多，最多 ${BULK_ENTRIES_MAX} 个`));
  return new Promise((resolve, reject) => {
    const entries = new Map<string, ZipEntry>();
    let total = 0;
    const refuse = (message: string, cause?: unknown) => reject(new AppError(message, { cause }));
    zip.on('error', (cause) => refuse('压缩包已损坏，或含有不安全的文件名', cause));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      const name = entryName(entry);
      total += entry.uncompressedSize;
      if (total > BULK_UNPACKED_MAX_BYTES) return refuse('压缩包解开后超过 4 GB，请分成几个压缩包');
      if (entry.uncompressedSize > RATIO_FROM_BYTES && entry.uncompressedSize > entry.compressedSize * RATIO_MAX) {
        return refuse(`“${name}”的压缩率不正常，无法导入`);
      }
      if (entry.isEncrypted()) return refuse('压缩包设有密码，请去掉密码后重新打包');
      if (name.split('/').includes('..') || name.startsWith('/')) return refuse(`“${name}”指向压缩包以外，无法导入`);
      if (!name.endsWith('/') && !LEFT_OVER.test(name)) entries.set(name, zipEntry(zip, entry, name));
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function zipEntry(zip: ZipFile, entry: Entry, name: string): ZipEntry {
  return {
    name,
    size_bytes: entry.uncompressedSize,
    mark: `${entry.crc32}-${entry.uncompressedSize}`,
    open: () => zip.openReadStreamPromise(entry),
  };
}
