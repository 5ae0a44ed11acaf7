import { buffer } from 'node:stream/consumers';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import { type Ctx, requireUser, type TxCtx } from '../../../app/ctx.ts';
import { notFound } from '../../../kernel/errors.ts';
import { keptFiles } from '../file-uses.ts';
import { findFile, lockOwnFiles } from '../repo.ts';
import { removeFiles } from '../stored-files.ts';

/** Types of proofs, as found by content. */
export const PROOF_TYPES: readonly string[] = ['png', 'jpeg'];

export interface UploadedPicture {
  id: number;
  /** png, jpeg, webp: what was uploaded. */
  type: string;
  /** WebP, in the largest width that is stored; without what a camera knows of its owner. */
  data: Buffer;
  /** Of `data`, px. */
  width: number;
  height: number;
}

/** A picture that the signed-in user uploaded. @throws AppError 404 for what is not theirs or is no picture */
export async function uploadedPicture(ctx: Ctx, file_id: number): Promise<UploadedPicture> {
  const owner_id = requireUser(ctx);
  const file = await findFile(ctx.db, file_id);
  if (file?.owner_id !== owner_id || file.width === 0) throw notFound('图片不存在，请重新上传');
  const width = pictureWidths(file.width).at(-1) as number;
  const data = await buffer(await ctx.app.providers.storage.readPrivate(pictureFile(file.key, width)));
  return { id: file.id, type: file.type, data, width, height: Math.max(1, Math.round((file.height * width) / file.width)) };
}

/** Removes uploads of a user that nothing uses: rows now, bytes after the commit. Others stay. */
export async function dropUploads(tx: TxCtx, owner_id: number, file_ids: readonly number[]): Promise<void> {
  const locked = await lockOwnFiles(tx.db, owner_id, file_ids);
  const used = await keptFiles(tx, locked);
  await removeFiles(
    tx,
    locked.filter((file) => !used.has(file.id)),
  );
}
