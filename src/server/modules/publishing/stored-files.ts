import { crc32 } from 'node:zlib';
import type { FileContents } from '#contract/design-contents.ts';
import { avifFile, pictureFile, pictureWidths } from '#contract/picture.ts';
import type { FilmFacts } from '#contract/publish.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { filesInUse, getItem } from '../catalog/index.ts';
import { bindFiles, deleteFiles, type FilePageRow, type FileRow, findFile, findFiles, lockOwnFiles, setChecksum } from './repo.ts';
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

/** Key of the cover that is made of a page. */
export function pageCoverKey(secret: string, original: Pick<FileRow, 'key'>, page_no: number): string {
  return derivedKey(secret, `cover:${original.key}:${page_no}`);
}

/** Key of the PDF that is made of a PPTX, while its pages are drawn. */
export function convertedKey(secret: string, original: Pick<FileRow, 'key'>): string {
  return derivedKey(secret, `converted:${original.key}`);
}

/** Removes locked files: rows now; original, pages, covers made of pages and their public copies after the commit. */
export async function removeFiles(tx: TxCtx, originals: readonly FileRow[]): Promise<void> {
  if (originals.length === 0) return;
  const pages = await deleteFiles(
    tx.db,
    originals.map((file) => file.id),
  );
  const { storage } = tx.app.providers;
  const secret = tx.app.config.secrets.upload;
  const pictures = pictureFilesOf(secret, originals, pages);
  const converted = originals.filter((file) => file.type === 'pptx').map((file) => convertedKey(secret, file));
  tx.afterCommit(async () => {
    const avif = pictures.map(avifFile);
    await storage.removePublic([...avif, ...pictures]);
    await storage.removePrivate([...originals.map((file) => file.key), ...converted, ...avif, ...pictures]);
  });
}

function pictureFilesOf(secret: string, originals: readonly FileRow[], pages: readonly FilePageRow[]): string[] {
  const by_id = new Map(originals.map((file) => [file.id, file]));
  const widths = (key: string, width: number) => pictureWidths(width).map((step) => pictureFile(key, step));
  const covers = originals
    .filter((file) => file.width > 0)
    .flatMap((file) => [...widths(file.key, file.width), ...widths(pageCoverKey(secret, file, 1), Math.min(PAGE_COVER_WIDTH, file.width))]);
  const drawn = pages.flatMap((page) => {
    const original = by_id.get(page.file_id) as FileRow;
    return [
      ...widths(page.key, page.width),
      ...widths(pageCoverKey(secret, original, page.page_no), Math.min(PAGE_COVER_WIDTH, page.width)),
    ];
  });
  return [...covers, ...drawn];
}
