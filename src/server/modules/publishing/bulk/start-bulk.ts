import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Entry, ZipFile } from 'yauzl';
import { BULK_CSV_MAX_BYTES, BULK_ENTRIES_MAX, BULK_UNPACKED_MAX_BYTES } from '#contract/bulk.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { type Ctx, inTransaction, requireUser } from '../../../app/ctx.ts';
import { inWorker } from '../../../app/in-worker.ts';
import type { Tx } from '../../../db/pool.ts';
import { AppError, conflict, invalid } from '../../../kernel/errors.ts';
import { workerTask } from '../../../kernel/workers.ts';
import { openArchive } from '../../../providers/document/archive.ts';
import { DocumentError } from '../../../providers/document/port.ts';
import { entryName, LEFT_OVER } from '../../../providers/document/zip-names.ts';
import { shopOf } from '../../shops/index.ts';
import { findFile } from '../repo.ts';
import { COLUMN, columnsOf, type ListedWork, type readListedWorks } from './read-list.ts';
import { findForsaken, hasOpenImport, insertImport, insertRows } from './repo.ts';

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

const LIST = workerTask<typeof readListedWorks>(new URL('./read-list.ts', import.meta.url), 'readListedWorks');

export const BULK_IMPORT_JOB = 'publishing.bulk';

/**
 * Begins to make works of a ZIP that the caller uploaded: its list is read and stored now, the works are made in the background. The list is the
 * one CSV of the ZIP. The same again makes nothing twice.
 * @throws AppError code 1 for a ZIP or a list that cannot be taken, saying what is wrong; 409 while another import of the caller runs
 */
export async function startBulk(
  ctx: Ctx,
  input: { kind: KindFacts; file_id: number; action: 'draft' | 'submit' },
): Promise<{ id: number }> {
  const owner_id = requireUser(ctx);
  const { kind, file_id, action } = input;
  const file = await findFile(ctx.db, file_id);
  if (file?.owner_id !== owner_id || file.type !== 'zip') throw invalid({ file_id: '压缩包不存在，请重新上传' });
  if (kind.shop === 'required' && !(await shopOf(ctx, owner_id))) throw conflict(`请先开通店铺，再发布${kind.noun}`);
  const works = await ctx.app.providers.storage.withPrivateFile(file.key, (path) =>
    withZip(path, async (entries) => listedWorks(ctx, kind, findList(entries))),
  );
  return inTransaction(ctx, async (tx) => {
    if (await hasOpenImport(tx.db, owner_id)) throw conflict('上一次批量导入还没有完成，请稍候');
    const now = tx.app.clock.now();
    const row = { owner_id, kind: kind.code, file_id, name: file.name, action, created_at: now, updated_at: now };
    const id = await insertImport(tx.db, row);
    await insertRows(
      tx.db,
      works.map((work) => ({ ...work, import_id: id })),
    );
    await queueImport(tx, id, tx.db);
    return { id };
  });
}

const queueImport = (ctx: Ctx, id: number, tx?: Tx) =>
  ctx.app.jobs.send(BULK_IMPORT_JOB, { import_id: id }, { singleton_key: `bulk-${id}` }, tx);

/** Puts imports that lost their job back into the queue: they go on where they were. */
export async function resumeImports(ctx: Ctx): Promise<void> {
  for (const id of await findForsaken(ctx.db, BULK_IMPORT_JOB)) await queueImport(ctx, id);
}

/** The list of a ZIP: its one CSV, the one that lies highest. @throws AppError */
export function findList(entries: ReadonlyMap<string, ZipEntry>): ZipEntry {
  const lists = [...entries.values()].filter(({ name }) => /\.csv$/i.test(name));
  const depth = ({ name }: ZipEntry) => name.split('/').length;
  const highest = Math.min(...lists.map(depth));
  const [list, ...others] = lists.filter((one) => depth(one) === highest);
  if (!list) throw new AppError('压缩包里没有清单：请把填好的 CSV 和作品文件一起打包');
  if (others.length > 0) throw new AppError(`压缩包里有 ${others.length + 1} 个 CSV，请只留一个清单`);
  return list;
}

async function listedWorks(ctx: Ctx, kind: KindFacts, list: ZipEntry): Promise<ListedWork[]> {
  if (list.size_bytes > BULK_CSV_MAX_BYTES) throw new AppError('清单太大，最多 2 MB');
  const bytes = new Uint8Array(await buffer(await list.open()));
  const read = await inWorker(ctx, LIST, { bytes, noun: kind.noun, columns: columnsOf(kind), key: COLUMN.key });
  if ('refused' in read) throw new AppError(read.refused);
  return read.works;
}
