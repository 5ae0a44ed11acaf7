import { crc32 } from 'node:zlib';
import type { FileContents } from '#contract/design-contents.ts';
import { avifFile, pictureFile, pictureWidths } from '#contract/picture.ts';
import type { FilmFacts } from '#contract/publish.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { UNNAMED_S } from '../../app/sweeper.ts';
import type { Tx } from '../../db/pool.ts';
import { invalid } from '../../kernel/errors.ts';
import { filesInUse, getItem } from '../catalog/index.ts';
import {
  bindFiles,
  deleteFiles,
  type FilePageRow,
  type FileRow,
  findFile,
  findFileByKey,
  findFiles,
  lockOwnFiles,
  setChecksum,
} from './repo.ts';
import { derivedKey } from './rules.ts';

/** An original as it was uploaded: what a buyer downloads. */
export interface OriginalFile {
  id: number;
  owner_id: number;
  /** In private storage. */
  key: string;
  name: string;
  size_bytes: number;
  sha256: string;
  type: string;
  /** Of the bytes; null: not computed yet. */
  crc32: number | null;
  film: FilmFacts | null;
}

/** The stored original; null when there is none. No right is asked for here. */
export async function originalFile(ctx: Ctx, file_id: number): Promise<OriginalFile | null> {
  const file = await findFile(ctx.db, file_id);
  return file && originalOf(file);
}

/** The same for many; unknown ids are absent. */
export async function originalFiles(ctx: Ctx, file_ids: readonly number[]): Promise<Map<number, OriginalFile>> {
  const files = await findFiles(ctx.db, [...file_ids]);
  return new Map([...files].map(([id, file]) => [id, originalOf(file)]));
}

/** What is in the file that an item gives, for its page; null: nothing is known of it. No right is asked for: names are no content. */
export async function contentsOfItem(ctx: Ctx, item_id: number): Promise<FileContents | null> {
  const item = await getItem(ctx, item_id);
  const file = item?.file_id ? await findFile(ctx.db, item.file_id) : null;
  return file?.contents ?? null;
}

/** CRC-32 of an original, as archives name it. Reads the file through once in its life, then it is known. */
export async function checksumOf(ctx: Ctx, file: OriginalFile): Promise<number> {
  if (file.crc32 !== null) return file.crc32;
  let sum = 0;
  for await (const chunk of await ctx.app.providers.storage.readPrivate(file.key)) sum = crc32(chunk as Uint8Array, sum);
  file.crc32 = sum;
  await setChecksum(ctx.db, file.id, sum);
  return sum;
}

function originalOf({ id, owner_id, key, name, size_bytes, sha256, type, crc32, film }: FileRow): OriginalFile {
  return { id, owner_id, key, name, size_bytes, sha256, type, crc32, film };
}

/**
 * Which of these stored files another module keeps: attachments of demands, offers, messages. Named files are never cleaned away.
 * `item_ids`: the items that they were taken for, as far as they were.
 */
export type FileUse = (ctx: Ctx, file_ids: readonly number[], item_ids: readonly number[]) => Promise<ReadonlySet<number>>;

const uses = new Set<FileUse>();

/** Hands a use over to the cleaning; called by the wiring, and by tests. @returns what takes it away again */
export function registerFileUse(use: FileUse): () => void {
  uses.add(use);
  return () => uses.delete(use);
}

/** Which of the files an item or another module keeps. */
export async function keptFiles(ctx: Ctx, files: ReadonlyArray<Pick<FileRow, 'id' | 'item_id' | 'key'>>): Promise<Set<number>> {
  if (files.length === 0) return new Set();
  const ids = files.map(({ id }) => id);
  const kept = new Set(await filesInUse(ctx, files));
  const item_ids = files.flatMap(({ item_id }) => item_id ?? []);
  for (const use of uses) for (const id of await use(ctx, ids, item_ids)) kept.add(id);
  return kept;
}

/** An own upload, as lists of attachments name it. */
export interface Attachment {
  id: number;
  name: string;
  size_bytes: number;
  type: string;
}

/** The files as attachments, in the order of `ids`; unknown ones are left out. No right is asked for here. */
export async function attachmentsOf(ctx: Ctx, ids: readonly number[]): Promise<Attachment[]> {
  const rows = await findFiles(ctx.db, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [{ id, name: row.name, size_bytes: row.size_bytes, type: row.type }] : [];
  });
}

/**
 * Locks own uploads that are to be attached, in the order of `ids`; `item_id`: the item that they belong to from now on, for what stands with
 * one. The caller writes its use in the same transaction.
 * @throws AppError code 1 on `field` for a file of somebody else, of another item, or one that is gone
 */
export async function takeAttachments(
  tx: TxCtx,
  { owner_id, ids, field, item_id }: { owner_id: number; ids: readonly number[]; field: string; item_id?: number },
): Promise<Attachment[]> {
  const locked = new Map((await lockOwnFiles(tx.db, owner_id, ids)).map((row) => [row.id, row]));
  const missing = ids.some((id) => !locked.has(id));
  if (missing || (item_id !== undefined && !(await bindFiles(tx.db, [...ids], item_id)))) {
    throw invalid({ [field]: '有附件已失效，请移除后重新上传' });
  }
  return attachmentsOf(tx, ids);
}

/** A page that became a cover is public at this width, not in its full size. */
export const PAGE_COVER_WIDTH = 640;

/** Key of a page that is drawn of a document. */
export function pageKey(secret: string, original: Pick<FileRow, 'key'>, page_no: number): string {
  return derivedKey(secret, `page:${original.key}:${page_no}`);
}

/** Key of the cover that is made of a page. */
export function pageCoverKey(secret: string, original: Pick<FileRow, 'key'>, page_no: number): string {
  return derivedKey(secret, `cover:${original.key}:${page_no}`);
}

/** Key of the PDF that is made of a PPTX, while its pages are drawn. */
export function convertedKey(secret: string, original: Pick<FileRow, 'key'>): string {
  return derivedKey(secret, `converted:${original.key}`);
}

/** What lies in storage of a file whose row is gone: what a job has to know of it. */
export interface SweptFile {
  key: string;
  type: string;
  /** Of a picture, px; 0: it is none. */
  width: number;
  /** `width` null: drawn or not, no row says. */
  pages: ReadonlyArray<Pick<FilePageRow, 'page_no' | 'key'> & { width: number | null }>;
}

export const SWEEP_JOB = 'publishing.sweep';

/** Has the bytes of a file removed unless a row names it; `delay_s`: while they may still arrive. */
export function sweepLater(ctx: Ctx, file: SweptFile, delay_s?: number, tx?: Tx): Promise<void> {
  return ctx.app.jobs.send(SWEEP_JOB, file, delay_s === undefined ? {} : { delay_s }, tx);
}

/** Removes locked files: rows now; original, pages, covers made of pages and their public copies by a job of the same transaction. */
export async function removeFiles(tx: TxCtx, originals: readonly FileRow[]): Promise<void> {
  if (originals.length === 0) return;
  const { pages, renderings } = await deleteFiles(
    tx.db,
    originals.map((file) => file.id),
  );
  const drawn = Map.groupBy(pages, (page) => page.file_id);
  const unfinished = new Map(renderings.filter(({ status }) => status !== 'done').map((one) => [one.file_id, one.page_count]));
  for (const { id, key, type, width } of originals) {
    const known = (drawn.get(id) ?? []).map((page) => ({ page_no: page.page_no, key: page.key, width: page.width }));
    // a page may lie there without its row, or be stored in this moment
    const half = unfinished.get(id);
    const numbers = new Set(known.map(({ page_no }) => page_no));
    const undrawn = Array.from({ length: half ?? 0 }, (_, at) => at + 1).filter((page_no) => !numbers.has(page_no));
    const rest = undrawn.map((page_no) => ({ page_no, key: pageKey(tx.app.config.secrets.upload, { key }, page_no), width: null }));
    await sweepLater(tx, { key, type, width, pages: [...known, ...rest] }, half === undefined ? undefined : UNNAMED_S, tx.db);
  }
}

/** Takes a file's bytes out of storage, unless a row names it (again). Idempotent. @throws what the storage says, after both areas were tried */
export async function sweepFile(ctx: Ctx, file: SweptFile): Promise<void> {
  if (await findFileByKey(ctx.db, file.key)) return;
  const { storage } = ctx.app.providers;
  const webp = await pictureFilesOf(ctx, file);
  const pictures = [...webp.map(avifFile), ...webp];
  const converted = file.type === 'pptx' ? [convertedKey(ctx.app.config.secrets.upload, file)] : [];
  // one that cannot be reached keeps the other no longer
  const ends = await Promise.allSettled([storage.removePublic(pictures), storage.removePrivate([file.key, ...converted, ...pictures])]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** All widths of the file itself, of its pages and of covers that were made of them. */
async function pictureFilesOf(ctx: Ctx, { key, width, pages }: SweptFile): Promise<string[]> {
  const secret = ctx.app.config.secrets.upload;
  const all: string[] = [];
  const add = async (base: string, full: number | null) => {
    if (full === null) all.push(...(await storedWidths(ctx, base)));
    else all.push(...pictureWidths(full).map((step) => pictureFile(base, step)));
  };
  const covers = [...(width === 0 ? [] : [{ page_no: 1, width }]), ...pages];
  if (width !== 0) await add(key, width);
  for (const page of pages) await add(page.key, page.width);
  // a cover is made of what has its row
  for (const page of covers)
    if (page.width !== null) await add(pageCoverKey(secret, { key }, page.page_no), Math.min(PAGE_COVER_WIDTH, page.width));
  return all;
}

/** Widths of a picture of which no row says how wide it is. */
async function storedWidths(ctx: Ctx, base: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of ctx.app.providers.storage.list('private', base)) {
    if (!key.startsWith(`${base}-`)) break;
    found.push(key.replace(/\.avif$/, '.webp'));
  }
  return [...new Set(found)];
}
