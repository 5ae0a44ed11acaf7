import type { DownloadAnswer } from '#contract/download.ts';
import type { OriginalLink } from '#contract/sample.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { checkCaptcha } from '../captcha/index.ts';
import { type Item, kindOf } from '../catalog/index.ts';
import { loginOf } from '../identity/index.ts';
import { originalFile } from '../publishing/index.ts';
import { getSetting } from '../settings/index.ts';
import {
  type AskedItem,
  captchaWanted,
  freeDownloadsPerDay,
  givenFile,
  hasVersion,
  nothingLeft,
  opens,
  requireKnown,
} from './download-state.ts';
import { grantOriginal, hadToday, noRight, QuotaUsedUp, takeRight } from './originals.ts';
import { encryptLink, fileName, LINK_TTL_MS, linkCipher, signDownload } from './rules.ts';

export interface DownloadInput extends AskedItem {
  /** Key and answer of a captcha, when the last answer was status 4. */
  key?: string;
  captcha?: string;
  /** Again on the same Shanghai day it is the same act: no receipt is written, no captcha wanted. */
  once_a_day?: boolean;
  /** One of `ownVersions`; absent: what the item gives now. */
  version?: number;
}

/**
 * Grants one link to the file (spec 4, Download response), using a daily quota or unlock where the right needs it; again on the same Shanghai day is
 * free. One at a time for each user (advisory lock). Status 3: quota used up; 4: captcha needed; neither uses anything.
 * @throws AppError code 2 for visitors; 404 unknown; 403 with the decision as `data` without a right; code 1 for a wrong captcha
 */
export async function grantDownload(ctx: Ctx, input: DownloadInput): Promise<DownloadAnswer> {
  const user_id = requireUser(ctx);
  const { item, access } = await requireKnown(ctx, input);
  const kind = kindOf(item.kind);
  const { version } = input;
  const of = version === undefined ? {} : { version };
  if (version !== undefined && !(await hasVersion(ctx, item, user_id, version))) throw notFound('没有这个版本');
  if (kind.gives === 'pictures') return linkToAll(ctx, await grantOriginal(ctx, { item_id: item.id, kind, ...of }));
  if (!opens(access)) throw noRight(access.allowed ? '' : access.reason, access);
  const file_id = await givenFile(ctx, item, { user_id, ...of });
  if (file_id === null) throw conflict('文件正在处理中，请稍后再试');
  const limit = await getSetting(ctx, freeDownloadsPerDay);
  const { once_a_day = false } = input;
  let captcha_passed = false;
  // in this order: what wants a captcha may be the same download, granted a moment ago
  if ((await captchaWanted(ctx, user_id, access)) && !(once_a_day && (await hadToday(ctx, item.id, user_id)))) {
    // who has nothing left solves no captcha for it
    if (await nothingLeft(ctx, item, user_id, { access, limit })) return { status: 3, limit };
    if (!input.key) return { status: 4, limit };
    await checkCaptcha(ctx, { key: input.key, captcha: input.captcha ?? '' });
    captcha_passed = true;
  }
  try {
    const granted = await inTransaction(ctx, (tx) => takeRight(tx, item, user_id, { limit, captcha_passed, once_a_day }));
    return granted ? linkOf(ctx, item, file_id, { user_id, ...of }, limit) : { status: 4, limit };
  } catch (error) {
    if (error instanceof QuotaUsedUp) return { status: 3, limit };
    throw error;
  }
}

/** The same answer for a kind that gives pictures: all originals in one file. */
async function linkToAll(ctx: Ctx, { url, file_name, size_bytes, expires_at }: OriginalLink): Promise<DownloadAnswer> {
  const cipher = linkCipher(ctx.app.config.secrets.link_cipher);
  const limit = await getSetting(ctx, freeDownloadsPerDay);
  return { status: 1, download_url: encryptLink(cipher, url), cipher, file_name, size_bytes, expires_at, limit };
}

async function linkOf(
  ctx: Ctx,
  item: Item,
  file_id: number,
  who: { user_id: number; version?: number },
  limit: number,
): Promise<DownloadAnswer> {
  const { link, link_cipher } = ctx.app.config.secrets;
  const expires_at = new Date(ctx.app.clock.now().getTime() + LINK_TTL_MS);
  const cipher = linkCipher(link_cipher);
  const file = file_id === item.file_id ? null : await originalFile(ctx, file_id);
  const path = `/gateway/download/${signDownload(link, { item_id: item.id, ...who, token_id: loginOf(ctx), expires_at })}`;
  return {
    status: 1,
    download_url: encryptLink(cipher, path),
    cipher,
    file_name: fileName(item.title, file?.type ?? item.format),
    size_bytes: file?.size_bytes ?? item.file_size_bytes,
    expires_at: unixSeconds(expires_at),
    limit,
  };
}
