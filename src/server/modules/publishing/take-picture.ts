import type { Readable } from 'node:stream';
import sharp from 'sharp';
import type { z } from 'zod';
import { pictureFile, pictureUrl, pictureWidths } from '#contract/picture.ts';
import type { PrivatePage, SignedPicture } from '#contract/publish.ts';
import type { publishingCalls } from '#contract/publishing/calls.ts';
import { type Ctx, inTransaction, requireUser, requireVerb } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { hmacSha256, sameText } from '../../kernel/ids.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { loginOf, loginStands, setUserPicture } from '../identity/index.ts';
import { findFile } from './repo.ts';
import { derivedKey } from './rules.ts';

const TTL_S = 3_600;
export const THUMB_WIDTH = 320;
/** Of pictures inside a text that is being written. */
export const DOCUMENT_PICTURE_WIDTH = 960;

export type PictureTicket = z.output<typeof publishingCalls.picture.input>;

/** Who asked for the URL had a right to the picture; it works for an hour or two, while they are signed in, and for this width only. */
export function signPicture(
  ctx: Ctx,
  picture: { key: string; width: number; height: number },
  wanted: number,
  login = loginOf(ctx),
): SignedPicture {
  const widths = pictureWidths(picture.width);
  const width = widths.find((step) => step >= wanted) ?? (widths.at(-1) as number);
  // rounded, so that a browser that polls keeps what it has
  const expires = (Math.floor(unixSeconds(ctx.app.clock.now()) / TTL_S) + 2) * TTL_S;
  const sign = signature(ctx, { key: picture.key, width, login, expires });
  const query = new URLSearchParams({ key: picture.key, width: String(width), login: String(login), expires: String(expires), sign });
  return { src: `/gateway/scheme/schemev2/picture?${query}`, width, height: Math.round((picture.height * width) / picture.width) };
}

export function signPages(ctx: Ctx, pages: Array<{ page_no: number; key: string; width: number; height: number }>): PrivatePage[] {
  return pages.map((page) => ({
    page_no: page.page_no,
    thumb: signPicture(ctx, page, THUMB_WIDTH),
    full: signPicture(ctx, page, 960),
  }));
}

/** The picture behind a signed URL. @throws AppError 404 when the signature is not ours or has expired */
export async function openPicture(ctx: Ctx, ticket: PictureTicket): Promise<{ data: Readable; size_bytes: number }> {
  const right = sameText(signature(ctx, ticket), ticket.sign) && (await loginStands(ctx, { token_id: ticket.login }));
  if (!right || ticket.expires <= unixSeconds(ctx.app.clock.now())) throw notFound('图片链接已失效，请刷新页面');
  const file = pictureFile(ticket.key, ticket.width);
  const { storage } = ctx.app.providers;
  const stat = await storage.statPrivate(file);
  if (!stat) throw notFound('图片不存在');
  return { data: await storage.readPrivate(file), size_bytes: stat.size_bytes };
}

function signature(ctx: Ctx, { key, width, login, expires }: Omit<PictureTicket, 'sign'>): string {
  return hmacSha256(ctx.app.config.secrets.link, `picture:${key}:${width}:${login}:${expires}`);
}

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

/** A picture that the signed-in user uploaded, as a PNG within a box in px, for files that are drawn. @throws AppError 404 as `takePublicCopy` */
export async function ownPicturePng(ctx: Ctx, file_id: number, box: { width: number; height: number }): Promise<Buffer> {
  const file = await findFile(ctx.db, file_id);
  if (file?.owner_id !== requireUser(ctx) || file.width === 0) throw notFound('图片不存在，请重新上传');
  const widths = pictureWidths(file.width);
  const width = widths.find((step) => step >= box.width) ?? (widths.at(-1) as number);
  const stored = await ctx.app.providers.storage.readPrivate(pictureFile(file.key, width));
  // ours, drawn in the sandbox within its bounds: never what was uploaded
  return sharp(Buffer.concat(await stored.toArray()))
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}

/** As `takePublicCopy`, as the address of a picture that is shown small. @throws as `takePublicCopy` */
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
