import { crc32 } from 'node:zlib';
import type { FileContents } from '#contract/design-contents.ts';
import type { Ctx } from '../../app/ctx.ts';
import { getItem } from '../catalog/index.ts';
import { type FileRow, findFile, findFiles, setChecksum } from './repo.ts';

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

function originalOf({ id, owner_id, key, name, size_bytes, sha256, type, crc32 }: FileRow): OriginalFile {
  return { id, owner_id, key, name, size_bytes, sha256, type, crc32 };
}
