import type { Readable } from 'node:stream';
import type { ItemImages } from '#contract/download.ts';
import { mediaType } from '#contract/formats.ts';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import { type Ctx, userId } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { AppError, forbidden, notFound } from '../../kernel/errors.ts';
import type { ByteRange } from '../../providers/storage/port.ts';
import { decide, decideToGive, isMember } from '../access/index.ts';
import { getItem, getSaleItem, type Item, itemPages, publicPicture } from '../catalog/index.ts';
import { loginOf, loginStands } from '../identity/index.ts';
import { originalFile } from '../publishing/index.ts';
import { givenFile, requireKnown } from './download-state.ts';
import { findRightsSince } from './repo.ts';
import { fileName, LINK_TTL_MS, LOGGED_OUT_TEXT, PAGE_PATH, readDownload, readPage, type SignedDownload, signPage } from './rules.ts';

/** A private file that may leave now. */
export interface OpenFile {
  size_bytes: number;
  /** Strong: the sha256 of the bytes, quoted. */
  etag: string;
  type: string;
  disposition: string;
  read(range: ByteRange): Promise<Readable>;
}

/**
 * Opens a signed link: for 10 minutes and while the login is that asked for it, for any holder but another signed-in account, and any number of ranges. The right is checked again each time,
 * so a refund or a taken-down item ends it.
 * @throws AppError 403 for a forged, expired, lent or revoked link, 404 when the file is gone
 */
export async function openDownload(ctx: Ctx, signed: string): Promise<OpenFile> {
  const link = readDownload(ctx.app.config.secrets.link, signed);
  if (!link) throw forbidden('下载链接无效，请回到内容页重新下载');
  const now = ctx.app.clock.now();
  if (link.expires_at <= now) throw forbidden('下载链接已过期，请回到内容页重新下载');
  const reader_id = userId(ctx);
  if (reader_id !== null && reader_id !== link.user_id) throw forbidden('下载链接只供申请它的账号使用');
  if (!(await loginStands(ctx, link))) throw forbidden(LOGGED_OUT_TEXT);
  const item = await getItem(ctx, link.item_id);
  if (!item) throw notFound();
  if (!(await mayStill(ctx, item, link))) throw forbidden('您已没有此内容的下载权限');
  const file_id = await givenFile(ctx, item, link);
  const file = file_id === null ? null : await originalFile(ctx, file_id);
  if (!file) throw notFound();
  const stored = await ctx.app.providers.storage.statPrivate(file.key);
  if (stored?.size_bytes !== file.size_bytes) throw new AppError('文件暂时无法读取，请稍后再试', { status: 503 });
  return {
    size_bytes: file.size_bytes,
    etag: `"${file.sha256}"`,
    type: mediaType(file.type),
    disposition: contentDisposition(fileName(item.title, file.type)),
    read: (range) => ctx.app.providers.storage.readPrivate(file.key, range),
  };
}

/**
 * The right at this moment. A member's unlock ends with the day, but what was granted before midnight may be finished while the
 * link lives; a link carries no role, so staff are known by the receipt of it.
 */
async function mayStill(ctx: Ctx, item: Item, { user_id, item_id, expires_at }: SignedDownload): Promise<boolean> {
  const access = await decide(ctx, item, user_id);
  if (access.allowed) return true;
  const since = new Date(expires_at.getTime() - LINK_TTL_MS - 1_000);
  const rights = await findRightsSince(ctx.db, { user_id, item_id, since });
  if (rights.includes('staff')) return true;
  return rights.includes('member') && item.status === 'published' && (await isMember(ctx, item, user_id));
}

/**
 * Page pictures from `start` on. A user with a right gets all of them: free ones under their public URL, the rest as URLs signed for this user's
 * right that end after ten minutes. Others get the free ones only; a locked page has no public URL.
 */
export async function itemImages(ctx: Ctx, { item_id, start }: { item_id: number; start: number }): Promise<ItemImages> {
  const { item, access } = await requireKnown(ctx, { item_id });
  const user_id = userId(ctx);
  const free_pages = item.status === 'published' ? Math.min(item.free_pages, item.page_count) : 0;
  // a free item's file is open to everybody who signs in; its further pages are too
  const is_all = access.allowed && user_id !== null;
  const until = is_all ? item.page_count : free_pages;
  const is_staff = access.allowed && access.right === 'staff';
  const expires_at = new Date(Math.ceil(ctx.app.clock.now().getTime() / 60_000) * 60_000 + LINK_TTL_MS);
  const rows = await itemPages(ctx, item_id, start, until);
  const list = rows.map(({ page_no, width, height, key }) => {
    if (page_no <= free_pages) return { page_no, ...publicPicture(key, width, height) };
    const widths = pictureWidths(width);
    const link = { item_id, page_no, user_id: user_id ?? 0, token_id: loginOf(ctx), is_staff, expires_at };
    const urls = widths.map((step) => ({ step, url: pageUrl(ctx, { ...link, width: step }) }));
    const shown = urls.find(({ step }) => step >= 960) ?? urls.at(-1);
    return { page_no, src: shown?.url ?? '', srcset: urls.map(({ step, url }) => `${url} ${step}w`).join(', '), width, height };
  });
  return { total: item.page_count, is_all, expires_at: unixSeconds(expires_at), list };
}

function pageUrl(ctx: Ctx, page: Parameters<typeof signPage>[1]): string {
  return PAGE_PATH + signPage(ctx.app.config.secrets.link, page);
}

/**
 * Opens one signed page picture. A picture's request carries no token, so any holder of the URL may use it; another signed-in account is refused,
 * and the right behind it is asked for again, so that a refund ends it at once.
 * @throws AppError 403 for a forged, expired, lent or revoked URL, 404 when there is no such page
 */
export async function openPage(ctx: Ctx, signed: string): Promise<{ size_bytes: number; read(): Promise<Readable> }> {
  const page = readPage(ctx.app.config.secrets.link, signed);
  if (!page || page.expires_at <= ctx.app.clock.now()) throw forbidden('图片链接已过期，请刷新页面');
  const reader_id = userId(ctx);
  if (reader_id !== null && reader_id !== page.user_id) throw forbidden('图片链接只供申请它的账号使用');
  if (!(await loginStands(ctx, page))) throw forbidden(LOGGED_OUT_TEXT);
  const item = await getSaleItem(ctx, page.item_id);
  if (!item) throw notFound('图片不存在');
  if (!page.is_staff && !(await decideToGive(ctx, item, page.user_id, 'pages')).allowed) throw forbidden('您已没有此内容的查看权限');
  const [row] = await itemPages(ctx, page.item_id, page.page_no, page.page_no);
  if (!row || !pictureWidths(row.width).includes(page.width)) throw notFound('图片不存在');
  const key = pictureFile(row.key, page.width);
  const { storage } = ctx.app.providers;
  const stored = await storage.statPrivate(key);
  if (!stored) throw notFound('图片不存在');
  return { size_bytes: stored.size_bytes, read: () => storage.readPrivate(key) };
}
