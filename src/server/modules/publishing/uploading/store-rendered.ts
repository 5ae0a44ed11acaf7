import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pictureFile } from '#contract/picture.ts';
import type { FilmFacts, UploadPurpose } from '#contract/publish.ts';
import { type Ctx, inTransaction, requireUser } from '../../../app/ctx.ts';
import { UNNAMED_S } from '../../../app/sweeper.ts';
import { byteParts } from '../../../kernel/byte-parts.ts';
import { AppError } from '../../../kernel/errors.ts';
import { plainContents, READABLE, readContents } from '../../../providers/document/contents.ts';
import type { EncodedPicture, RenderedPage } from '../../../providers/document/port.ts';
import { newStorageKey } from '../../../providers/storage/port.ts';
import { findFileByKey, insertDoneRendering, insertFile, insertFilePage } from '../repo.ts';
import { derivedKey } from '../rules.ts';
import { pageKey, sweepLater } from '../stored-files.ts';
import { markOf } from '../version-pages.ts';
import { openUpload } from './open-upload.ts';
import { receivePart } from './receive-part.ts';

export interface RenderedOriginal {
  /** Names it among the files of the acting user: the same key again is the same file. */
  key: string;
  name: string;
  data: Uint8Array;
  /** PDF, PPTX, or what a kind sells beside its pictures. */
  type: string;
  /** All of them, from the first on, as the rendering of an upload would bring them; of a file beside pictures none. */
  pages: readonly RenderedPage[];
}

/**
 * Keeps a document of the acting user together with the pictures of its pages. For documents that this program made itself: nothing is
 * checked and nothing is drawn, so no call of the gateway leads here.
 * @returns the file's id; what `submitItem` is given is published at once
 * @throws AppError code 2 without a user, 507 when the disk is full
 */
export async function storeRendered(ctx: Ctx, original: RenderedOriginal): Promise<number> {
  const owner_id = requireUser(ctx);
  const secret = ctx.app.config.secrets.upload;
  const key = derivedKey(secret, `rendered:${owner_id}:${original.key}`);
  const known = await findFileByKey(ctx.db, key);
  if (known) return known.id;
  const { storage } = ctx.app.providers;
  const pages = original.pages.map((page) => ({ page, key: pageKey(secret, { key }, page.page_no) }));
  await Promise.all([
    storage.putPrivate(key, original.data),
    ...pages.flatMap((one) => one.page.pictures.map(({ width, data }) => storage.putPrivate(pictureFile(one.key, width), data))),
  ]);
  const size_bytes = original.data.byteLength;
  const { name, type } = original;
  const plain = type === 'pdf' ? null : plainContents(type, size_bytes);
  const read = READABLE.includes(type) && storage.withPrivateFile(key, (path) => readContents(path, type, size_bytes));
  const contents = read ? await read.catch(() => plain) : plain;
  return inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    const sha256 = createHash('sha256').update(original.data).digest('hex');
    const file_id = await insertFile(tx.db, { key, name, type, sha256, owner_id, size_bytes, contents, created_at: now });
    if (pages.length > 0) await insertDoneRendering(tx.db, { file_id, page_count: pages.length, updated_at: now });
    for (const one of pages) {
      const { page_no, width, height, text } = one.page;
      await insertFilePage(tx.db, { file_id, page_no, width, height, text, key: one.key, mark: markOf(one.page) });
    }
    return file_id;
  });
}

export type DrawnOriginal = Omit<EncodedPicture, 'avif'> & Pick<RenderedOriginal, 'key' | 'name' | 'data'>;

/** The same of a picture that this program drew. @throws AppError code 2 without a user, 507 when the disk is full */
export async function storeDrawn(ctx: Ctx, original: DrawnOriginal): Promise<number> {
  const owner_id = requireUser(ctx);
  const { key: told, name, data, pictures, ...facts } = original;
  const key = derivedKey(ctx.app.config.secrets.upload, `drawn:${owner_id}:${told}`);
  const known = await findFileByKey(ctx.db, key);
  if (known) return known.id;
  const { storage } = ctx.app.providers;
  await Promise.all([storage.putPrivate(key, data), ...pictures.map((one) => storage.putPrivate(pictureFile(key, one.width), one.data))]);
  const sha256 = createHash('sha256').update(data).digest('hex');
  const created_at = ctx.app.clock.now();
  return inTransaction(ctx, (tx) => insertFile(tx.db, { key, name, sha256, owner_id, size_bytes: data.byteLength, created_at, ...facts }));
}

/**
 * Keeps a film that this program made of an upload, as a file of its owner. Nothing is checked, so no call of the gateway leads here; what
 * no row comes to name is swept, and a file without a use is cleaned away.
 * @returns the file's id
 * @throws AppError 507 when the disk is full
 */
export async function storeFilm(ctx: Ctx, made: { owner_id: number; name: string; path: string; film: FilmFacts }): Promise<number> {
  const { path, ...facts } = made;
  const key = newStorageKey();
  await sweepLater(ctx, { key, type: made.film.type, width: 0, pages: [] }, UNNAMED_S);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  const size_bytes = await ctx.app.providers.storage.putPrivate(key, createReadStream(path));
  const row = { ...facts, key, size_bytes, type: made.film.type, sha256: hash.digest('hex'), created_at: ctx.app.clock.now() };
  return inTransaction(ctx, (tx) => insertFile(tx.db, row));
}

/**
 * Stores bytes that are here already (seed, import) as the acting user's upload, by the same steps and checks as one from a browser.
 * `background`: its pages are made when no person waits for theirs.
 * @returns the file's id
 * @throws AppError with the reason when the file is refused
 */
export async function storeOriginal(
  ctx: Ctx,
  input: { purpose: UploadPurpose; name: string; data: Uint8Array; background?: boolean },
): Promise<number> {
  const { data, ...facts } = input;
  return storeStream(ctx, { ...facts, size_bytes: data.byteLength, data: once(data) });
}

/** The same for bytes that are still to be read, a part of them in memory at a time. `size_bytes`: of all of them. */
export async function storeStream(
  ctx: Ctx,
  input: { purpose: UploadPurpose; name: string; size_bytes: number; data: AsyncIterable<Uint8Array>; background?: boolean },
): Promise<number> {
  requireUser(ctx);
  const { data, ...facts } = input;
  const signed = await openUpload(ctx, facts);
  let offset = 0;
  for await (const part of byteParts(data, signed.part_bytes)) {
    const state = await receivePart(ctx, { ...signed, offset, data: once(part) });
    if (state.file) return state.file.id;
    if (state.status === 'refused') throw new AppError(state.refusal);
    offset += part.byteLength;
  }
  throw new AppError('文件没有完整写入');
}

async function* once(part: Uint8Array): AsyncGenerator<Uint8Array> {
  yield part;
}
