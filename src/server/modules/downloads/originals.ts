import { createHash } from 'node:crypto';
import type { FieldValues } from '#contract/fields.ts';
import { mediaType } from '#contract/formats.ts';
import type { AccessDecision, AccessRight } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { PAGES_MAX } from '#contract/publish.ts';
import { type Album, type AlbumPage, NO_ALBUM_TEXT, type OriginalLink } from '#contract/sample.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx, userId } from '../../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { AppError, forbidden, notFound } from '../../kernel/errors.ts';
import { decide, decideToGive, isMember, opensOriginals, takeContent, unlockAsMember } from '../access/index.ts';
import {
  addToItemCounter,
  getItem,
  type Item,
  itemDetails,
  itemMedia,
  itemPages,
  kindOf,
  type MediaRow,
  type OwnFieldsOf,
} from '../catalog/index.ts';
import { loginOf, loginStands } from '../identity/index.ts';
import { takeDaily } from '../membership/index.ts';
import { checksumOf, originalFiles } from '../publishing/index.ts';
import { getSetting } from '../settings/index.ts';
import { captchaWanted, freeDownloadsPerDay, givenPictures, opens, requireKnown } from './download-state.ts';
import { itemImages, type OpenFile } from './locked-pages.ts';
import { hasDownloadDay, insertDownloadDay, insertReceipt, lockGrantsOf } from './repo.ts';
import {
  ALL_TTL_MS,
  albumItem,
  albumKey,
  entryName,
  fileName,
  isCounted,
  LINK_TTL_MS,
  LOGGED_OUT_TEXT,
  PAGE_PATH,
  readOriginal,
  readPage,
  type SignedOriginal,
  signOriginal,
} from './rules.ts';
import { storedZip } from './zip-stream.ts';

/** What a grant may take. */
interface Taking {
  limit: number;
  captcha_passed: boolean;
  once_a_day?: boolean;
}

/** Rolls the transaction back when the day's quota is used up. */
export class QuotaUsedUp extends Error {}

/**
 * Takes what the right needs and writes the receipt. False: meanwhile so many links were granted that a captcha is wanted. Locks the grants
 * of the user. @throws QuotaUsedUp, AppError 403
 */
export async function takeRight(tx: TxCtx, item: Item, user_id: number, taking: Taking): Promise<boolean> {
  await lockGrantsOf(tx.db, user_id);
  const created_at = tx.app.clock.now();
  const again = taking.once_a_day === true && (await hadToday(tx, item.id, user_id));
  const right = await rightNow(tx, item, user_id);
  if (again) return true;
  if (!taking.captcha_passed && (await captchaWanted(tx, user_id, { allowed: true, right }))) return false;
  const first_today = await insertDownloadDay(tx.db, { user_id, item_id: item.id, day: shanghaiDay(created_at), created_at });
  if (first_today && isCounted({ allowed: true, right }, false)) {
    const is_left = await takeDaily(tx, { user_id, name: 'free_download', limit: taking.limit, at: created_at });
    // beyond the day's free ones a membership is used
    if (!is_left && !((await isMember(tx, item, user_id)) && (await takeContent(tx, item, user_id)))) throw new QuotaUsedUp();
  }
  const address = tx.actor.kind === 'user' ? tx.actor.address : '';
  await insertReceipt(tx.db, { user_id, item_id: item.id, right, address, created_at });
  // last: other users' downloads of the same item wait for this row
  if (first_today) await addToItemCounter(tx, item.id, 'download_num', 1);
  return true;
}

/** Whether the user downloaded the item on this Shanghai day. */
export const hadToday = (ctx: Ctx, item_id: number, user_id: number) =>
  hasDownloadDay(ctx.db, { user_id, item_id, day: shanghaiDay(ctx.app.clock.now()) });

/** The right at this moment, taking a member's unlock if that is what opens it. */
async function rightNow(tx: TxCtx, item: Item, user_id: number): Promise<AccessRight> {
  const access = await decideToGive(tx, item, user_id, 'file');
  if (access.allowed) return access.right;
  if (opens(access) && (await unlockAsMember(tx, item, user_id))) return 'member';
  throw noRight(access.reason, access);
}

export function noRight(reason: string, access: unknown): AppError {
  return new AppError(reason, { status: 403, data: { access } });
}

const FREE_ALBUM = '原图是方案会员的增值服务；免费案例的图片可在云相册全部查看';
const ALBUM_IS_MEMBERS = '云相册与原图下载是方案会员的增值服务，开通方案会员或购买本案例后可用';

/** Says only what this reader can do: what is free cannot be bought. */
const albumWall = ({ allowed }: AccessDecision): string => (allowed ? FREE_ALBUM : ALBUM_IS_MEMBERS);

/** All pictures are one file: number 0. */
const ALL = 0;

/** The name of an item's album in addresses; empty when its publisher gives none. */
export function albumKeyOf(ctx: Ctx, item_id: number, has_album: boolean): string {
  return has_album ? albumKey(ctx.app.config.secrets.link, item_id) : '';
}

/** What is sold is its originals; of what is free the publisher says whether there is an album. */
export const hasAlbum = (fields: FieldValues, is_sold: boolean): boolean => fields['album'] === '1' || is_sold;

/** The pictures of a film roll that is shown, without the film. */
const picturesOf = async (ctx: Ctx, item_id: number): Promise<MediaRow[]> =>
  (await itemMedia(ctx, item_id)).filter(({ type }) => type === 'picture');

interface AskedAlbum {
  item_id: number;
  kind: KindFacts;
  /** As it stands in the address; absent: the item's own. */
  key?: string;
}

/**
 * The item of an album that there is, and whether this reader may have its originals. The right to see for nothing what is free is none
 * to the originals (decision 0120). Who paid has an album whatever its publisher said. @throws AppError 404 unknown or another's name; code 1 without an album
 */
async function requireAlbum(ctx: Ctx, { item_id, kind, key }: AskedAlbum): Promise<{ item: Item; access: AccessDecision; open: boolean }> {
  const { secrets } = ctx.app.config;
  if (key !== undefined && albumItem(secrets.link, key) !== item_id) throw notFound('云相册不存在');
  const { item, access } = await requireKnown(ctx, { item_id, kind });
  const details = await itemDetails<OwnFieldsOf>(ctx, item);
  if (!hasAlbum(details?.fields ?? {}, item.price_fen > 0 || item.vip_only)) throw new AppError(NO_ALBUM_TEXT);
  return { item, access, open: access.allowed ? opensOriginals(access) : opens(access) };
}

/** What an album is of, and whether this reader may look through it; without its pictures. @throws as an album that is not there */
export async function albumOf(ctx: Ctx, asked: AskedAlbum): Promise<Album> {
  const { item, access, open } = await requireAlbum(ctx, asked);
  const pictures = await picturesOf(ctx, item.id);
  return {
    sample_id: item.id,
    title: item.title,
    photo_key: albumKey(ctx.app.config.secrets.link, item.id),
    photo_num: pictures.length,
    size_bytes: pictures.reduce((sum, one) => sum + one.size_bytes, 0),
    is_open: access.allowed || open ? 1 : 0,
    access,
  };
}

/**
 * Pictures of an album with the facts of their originals, a page of `limit`: seen by every reader whom the decision allows, as on the page of the item.
 * @throws AppError 403 with the decision as `data.access`
 */
export async function albumPictures(ctx: Ctx, { page, limit, ...asked }: AskedAlbum & { page: number; limit: number }): Promise<AlbumPage> {
  const { item, access, open } = await requireAlbum(ctx, asked);
  if (!access.allowed) throw noRight(albumWall(access), access);
  const from = (page - 1) * limit;
  const [media, images] = await Promise.all([picturesOf(ctx, item.id), itemImages(ctx, { item_id: item.id, start: from + 1 })]);
  const list = images.list.slice(0, limit).flatMap(({ page_no, ...picture }) => {
    const original = media[page_no - 1];
    return original ? [{ img_no: page_no, ...picture, name: original.name, size_bytes: original.size_bytes }] : [];
  });
  return { list, total: media.length, page, limit, expires_at: images.expires_at, originals: open ? 1 : 0 };
}

export interface OriginalInput {
  item_id: number;
  kind: KindFacts;
  /** One picture by the address under which it is shown, or by its number; absent: all as one ZIP. */
  picture?: string;
  /** One of `ownVersions`; absent: what it gives now. */
  version?: number;
}

/**
 * Grants a link to one original, or to all of them as one file. The same item on the same Shanghai day is one download.
 * @throws AppError code 2 for visitors; 403 with the decision without a right to originals; 404 for an unknown picture; code 1 without album
 */
export async function grantOriginal(ctx: Ctx, { picture, version, ...asked }: OriginalInput): Promise<OriginalLink> {
  const user_id = requireUser(ctx);
  const { item, access, open } = await requireAlbum(ctx, asked);
  if (!open) throw noRight(albumWall(access), access);
  const picture_no = picture === undefined ? ALL : await numberOf(ctx, item.id, picture);
  const file = await originalOf(ctx, item, { user_id, picture_no, ...(version === undefined ? {} : { version }) });
  const limit = await getSetting(ctx, freeDownloadsPerDay);
  await inTransaction(ctx, (tx) => takeRight(tx, item, user_id, { limit, captcha_passed: true, once_a_day: true }));
  const expires_at = new Date(ctx.app.clock.now().getTime() + (picture_no === ALL ? ALL_TTL_MS : LINK_TTL_MS));
  const is_staff = access.allowed && access.right === 'staff';
  const signed = signOriginal(ctx.app.config.secrets.link, {
    ...{ item_id: item.id, picture_no, user_id, token_id: loginOf(ctx), is_staff, expires_at },
    ...(version === undefined ? {} : { version }),
  });
  return {
    url: `/gateway/download/original/${signed}`,
    file_name: file.name,
    size_bytes: file.size_bytes,
    expires_at: unixSeconds(expires_at),
  };
}

/** The number of a picture that is shown under this address to everybody or to one reader. @throws AppError 404 */
async function numberOf(ctx: Ctx, item_id: number, picture: string): Promise<number> {
  if (/^[1-9]\d{0,3}$/.test(picture)) return Number(picture);
  const at = picture.indexOf(PAGE_PATH);
  const page = at < 0 ? null : readPage(ctx.app.config.secrets.link, picture.slice(at + PAGE_PATH.length));
  if (page?.item_id === item_id) return page.page_no;
  const key = /\/pic\/([0-9a-z/]{1,200})-\d{1,5}\.\w{2,5}$/.exec(picture)?.[1];
  const found = key === undefined ? undefined : (await itemPages(ctx, item_id, 1, PAGES_MAX)).find((one) => one.key === key);
  if (!found) throw notFound('图片不存在');
  return found.page_no;
}

/**
 * Opens a signed link to originals. The right behind it is asked for again, so that a refund ends it at once.
 * @throws AppError 403 for a forged, expired, lent or revoked link, 404 when it is gone, 503 when storage has lost it
 */
export async function openOriginal(ctx: Ctx, signed: string): Promise<OpenFile> {
  const link = readOriginal(ctx.app.config.secrets.link, signed);
  if (!link) throw forbidden('下载链接无效，请回到相册重新下载');
  if (link.expires_at <= ctx.app.clock.now()) throw forbidden('下载链接已过期，请回到相册重新下载');
  const reader_id = userId(ctx);
  if (reader_id !== null && reader_id !== link.user_id) throw forbidden('下载链接只供申请它的账号使用');
  if (!(await loginStands(ctx, link))) throw forbidden(LOGGED_OUT_TEXT);
  const item = await getItem(ctx, link.item_id);
  if (!item || kindOf(item.kind).gives !== 'pictures') throw notFound();
  if (!link.is_staff && !opensOriginals(await decide(ctx, item, link.user_id))) throw forbidden('您已没有此内容的下载权限');
  const { name, ...file } = await originalOf(ctx, item, link);
  return { ...file, disposition: contentDisposition(name) };
}

type Original = Omit<OpenFile, 'disposition'> & { name: string };

/** One original as it came, or all in one ZIP that is made while it is sent. @throws AppError 404, 503 */
async function originalOf(ctx: Ctx, item: Item, asked: Pick<SignedOriginal, 'user_id' | 'picture_no' | 'version'>): Promise<Original> {
  const { picture_no } = asked;
  const pictures = await givenPictures(ctx, item, asked);
  const chosen = picture_no === ALL ? pictures : pictures.slice(picture_no - 1, picture_no);
  const files = await originalFiles(
    ctx,
    chosen.map(({ file_id }) => file_id),
  );
  const { storage } = ctx.app.providers;
  const parts = await Promise.all(
    chosen.map(async ({ file_id, name }, at) => {
      const file = files.get(file_id);
      if (!file || (await storage.statPrivate(file.key))?.size_bytes !== file.size_bytes) {
        throw new AppError('文件暂时无法读取，请稍后再试', { status: 503 });
      }
      return { file, name: entryName(picture_no === ALL ? at + 1 : picture_no, name, file.type) };
    }),
  );
  const [first] = parts;
  if (!first) throw notFound('图片不存在');
  if (picture_no !== ALL) {
    const { file, name } = first;
    return {
      name,
      size_bytes: file.size_bytes,
      etag: `"${file.sha256}"`,
      type: mediaType(file.type),
      read: (range) => storage.readPrivate(file.key, range),
    };
  }
  const zip = storedZip(
    parts.map(({ file, name }) => ({
      name,
      size_bytes: file.size_bytes,
      crc32: () => checksumOf(ctx, file),
      read: (range) => storage.readPrivate(file.key, range),
    })),
  );
  const etag = createHash('sha256')
    .update(parts.map(({ file, name }) => `${name} ${file.sha256}`).join('\n'))
    .digest('hex');
  return {
    name: fileName(item.title, 'zip'),
    size_bytes: zip.size_bytes,
    etag: `"${etag}"`,
    type: mediaType('zip'),
    read: async (range) => zip.read(range),
  };
}
