import { pictureFile, pictureUrl, pictureWidths } from '#contract/picture.ts';
import { type Ctx, inTransaction, requireUser, requireVerb } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { setUserPicture } from '../identity/index.ts';
import { findFile } from './repo.ts';
import { derivedKey } from './rules.ts';

/** Width that small pictures of people and feedback are shown at, px. */
const SHOWN_WIDTH = 640;

/**
 * Makes a picture that the signed-in user uploaded public under a key of its own, and returns it: the upload itself may be cleaned
 * away. Idempotent. The key cannot be guessed; who learns it may see the picture.
 * @throws AppError 404 for what is not theirs or is no picture
 */
export async function takePublicCopy(ctx: Ctx, file_id: number): Promise<{ key: string; width: number; height: number }> {
  const owner_id = requireUser(ctx);
  const file = await findFile(ctx.db, file_id);
  if (file?.owner_id !== owner_id || file.width === 0) throw notFound('图片不存在，请重新上传');
  const { storage } = ctx.app.providers;
  const key = derivedKey(ctx.app.config.secrets.upload, `picture:${file.key}`);
  const widths = pictureWidths(file.width);
  for (const width of widths) {
    await storage.putPublic(pictureFile(key, width), await storage.readPrivate(pictureFile(file.key, width)));
  }
  return { key, width: file.width, height: file.height };
}

/** The same, as the address of a picture that is shown small. @throws as `takePublicCopy` */
export async function takePicture(ctx: Ctx, file_id: number): Promise<string> {
  const { key, width } = await takePublicCopy(ctx, file_id);
  const widths = pictureWidths(width);
  return pictureUrl(key, widths.find((step) => step >= SHOWN_WIDTH) ?? (widths.at(-1) as number));
}

/**
 * Sets the signed-in user's picture to one that they uploaded and returns its address. The picture before it stays: cached pages still show it.
 */
export async function setOwnPicture(ctx: Ctx, file_id: number): Promise<string> {
  const user_id = requireUser(ctx);
  const url = await takePicture(ctx, file_id);
  await setUserPicture(ctx, user_id, url);
  return url;
}

/**
 * Makes a picture that the calling staff uploaded public in full width, for a form of the console, and returns its address.
 * @throws AppError 403; 404 for what is not theirs or is no picture
 */
export async function putStaffPicture(ctx: Ctx, file_id: number): Promise<string> {
  requireVerb(ctx, 'picture.put');
  const { key, width } = await takePublicCopy(ctx, file_id);
  const src = pictureUrl(key, pictureWidths(width).at(-1) as number);
  await inTransaction(ctx, (tx) => recordAudit(tx, 'picture.put', `file:${file_id}`, { src }));
  return src;
}
