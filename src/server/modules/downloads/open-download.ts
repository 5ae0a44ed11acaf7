import type { Readable } from 'node:stream';
import { mediaType } from '#contract/formats.ts';
import { type Ctx, userId } from '../../app/ctx.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { AppError, forbidden, notFound } from '../../kernel/errors.ts';
import type { ByteRange } from '../../providers/storage/port.ts';
import { decide, isMember } from '../access/index.ts';
import { getItem, type Item } from '../catalog/index.ts';
import { loginStands } from '../identity/index.ts';
import { originalFile } from '../publishing/index.ts';
import { givenFile } from './given-version.ts';
import { findRightsSince } from './repo.ts';
import { fileName, LINK_TTL_MS, LOGGED_OUT_TEXT, readDownload, type SignedDownload } from './rules.ts';

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
