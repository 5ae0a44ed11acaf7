import type { DownloadAnswer } from '#contract/download.ts';
import type { AccessRight } from '#contract/item.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../kernel/ctx.ts';
import { AppError, conflict } from '../../kernel/errors.ts';
import { decide, unlockAsMember } from '../access/index.ts';
import { addToItemCounter, type Item } from '../catalog/index.ts';
import { takeDaily } from '../membership/index.ts';
import { getSetting } from '../settings/index.ts';
import { checkCaptcha } from './check-captcha.ts';
import { type AskedItem, captchaWanted, opens, quotaApplies, requireKnown } from './download-state.ts';
import { hasDownloadDay, insertDownloadDay, insertReceipt, lockGrantsOf } from './repo.ts';
import { encryptLink, fileName, LINK_TTL_MS, linkCipher, signDownload } from './rules.ts';
import { freeDownloadsPerDay } from './settings.ts';

export interface DownloadInput extends AskedItem {
  /** Key and answer of a captcha, when the last answer was status 4. */
  key?: string;
  captcha?: string;
  /** Again on the same Shanghai day it is the same act: no receipt is written, no captcha wanted. */
  once_a_day?: boolean;
}

/** What a grant may take. */
interface Taking {
  limit: number;
  captcha_passed: boolean;
  once_a_day?: boolean;
}

/** Rolls the transaction back when the day's quota is used up. */
class QuotaUsedUp extends Error {}

/**
 * Grants one link to the file (spec 4, Download response): by the reader's right, taking today's free quota or a member's unlock
 * where the right needs it. The same item on the same Shanghai day takes nothing again and counts once. Grants of one user
 * happen one after the other under an advisory lock, so limits hold whatever arrives at once.
 *
 * Status 3: the daily free quota is used up; 4: a captcha is asked for. Neither takes anything.
 * @throws AppError code 2 for visitors; 404 unknown; 403 with the decision as `data` without a right; code 1 for a wrong captcha
 */
export async function grantDownload(ctx: Ctx, input: DownloadInput): Promise<DownloadAnswer> {
  const user_id = requireUser(ctx);
  const { item, access } = await requireKnown(ctx, input);
  if (!opens(access)) throw noRight(access.allowed ? '' : access.reason, access);
  if (item.file_id === null) throw conflict('文件正在处理中，请稍后再试');
  const limit = await getSetting(ctx, freeDownloadsPerDay);
  const { once_a_day = false } = input;
  let captcha_passed = once_a_day && (await hadToday(ctx, item.id, user_id));
  if (!captcha_passed && (await captchaWanted(ctx, user_id, access))) {
    if (!input.key) return { status: 4, limit };
    await checkCaptcha(ctx, { key: input.key, captcha: input.captcha ?? '' });
    captcha_passed = true;
  }
  try {
    const granted = await inTransaction(ctx, (tx) => takeRight(tx, item, user_id, { limit, captcha_passed, once_a_day }));
    return granted ? linkOf(ctx, item, user_id, limit) : { status: 4, limit };
  } catch (error) {
    if (error instanceof QuotaUsedUp) return { status: 3, limit };
    throw error;
  }
}

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
  if (first_today && (await quotaApplies(tx, item, user_id, { allowed: true, right }))) {
    if (!(await takeDaily(tx, { user_id, name: 'free_download', limit: taking.limit, at: created_at }))) throw new QuotaUsedUp();
  }
  const address = tx.actor.kind === 'user' ? tx.actor.address : '';
  await insertReceipt(tx.db, { user_id, item_id: item.id, right, address, created_at });
  // last: other users' downloads of the same item wait for this row
  if (first_today) await addToItemCounter(tx, item.id, 'download_num', 1);
  return true;
}

const hadToday = (ctx: Ctx, item_id: number, user_id: number) =>
  hasDownloadDay(ctx.db, { user_id, item_id, day: shanghaiDay(ctx.app.clock.now()) });

/** The right at this moment, taking a member's unlock if that is what opens it. */
async function rightNow(tx: TxCtx, item: Item, user_id: number): Promise<AccessRight> {
  const access = await decide(tx, item, user_id);
  if (access.allowed) return access.right;
  if (opens(access) && (await unlockAsMember(tx, item, user_id))) return 'member';
  throw noRight(access.reason, access);
}

export function noRight(reason: string, access: unknown): AppError {
  return new AppError(reason, { status: 403, data: { access } });
}

function linkOf(ctx: Ctx, item: Item, user_id: number, limit: number): DownloadAnswer {
  const { link, link_cipher } = ctx.app.config.secrets;
  const expires_at = new Date(ctx.app.clock.now().getTime() + LINK_TTL_MS);
  const cipher = linkCipher(link_cipher);
  const path = `/gateway/download/${signDownload(link, { item_id: item.id, user_id, expires_at })}`;
  return {
    status: 1,
    download_url: encryptLink(cipher, path),
    cipher,
    file_name: fileName(item.title, item.format),
    size_bytes: item.file_size_bytes,
    expires_at: unixSeconds(expires_at),
    limit,
  };
}
