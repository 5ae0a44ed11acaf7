import type { DownloadState } from '#contract/download.ts';
import type { AccessDecision } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { type Ctx, userId } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { decide, isMember } from '../access/index.ts';
import { getItem, type Item } from '../catalog/index.ts';
import { dailyUsed } from '../membership/index.ts';
import { getSetting } from '../settings/index.ts';
import { countRecentGrants, findDownloadsOf, hasDownloadDay } from './repo.ts';
import { CAPTCHA_ADDRESS_FACTOR, CAPTCHA_WINDOW_MS, fileName, isCounted, isUsedUp } from './rules.ts';
import { captchaAfterDownloads, freeDownloadsPerDay } from './settings.ts';

/**
 * Whether and how this reader may download, without taking anything: no quota, no captcha, no receipt.
 * @throws AppError 404 for an item that the reader may not even know of
 */
export async function downloadState(ctx: Ctx, asked: AskedItem): Promise<DownloadState> {
  const user_id = userId(ctx);
  const { item, access } = await requireKnown(ctx, asked);
  const limit = await getSetting(ctx, freeDownloadsPerDay);
  const facts = { access, file_name: fileName(item.title, item.format), size_bytes: item.file_size_bytes, limit };
  if (user_id === null || !opens(access)) return { ...facts, status: 0, last: -1 };
  const { last, is_used_up } = await freeLeft(ctx, item, user_id, { access, limit });
  if (is_used_up) return { ...facts, status: 3, last };
  return { ...facts, status: (await captchaWanted(ctx, user_id, access)) ? 4 : 1, last };
}

/** Whether this reader's free downloads of the day are used up, and this item was not among them. */
export async function nothingLeft(ctx: Ctx, item: Item, user_id: number, by: Counted): Promise<boolean> {
  return (await freeLeft(ctx, item, user_id, by)).is_used_up;
}

interface Counted {
  access: AccessDecision;
  limit: number;
}

async function freeLeft(ctx: Ctx, item: Item, user_id: number, { access, limit }: Counted) {
  if (!(await quotaApplies(ctx, item, user_id, access))) return { last: -1, is_used_up: false };
  const last = Math.max(0, limit - (await dailyUsed(ctx, { user_id, name: 'free_download' })));
  const day = shanghaiDay(ctx.app.clock.now());
  const had_today = last === 0 && (await hasDownloadDay(ctx.db, { user_id, item_id: item.id, day }));
  return { last, is_used_up: isUsedUp(last, had_today) };
}

/** True when the file may leave now: a right stands, or a member's unlock is left to take. */
export function opens(access: AccessDecision): boolean {
  return access.allowed || access.offers.some((offer) => offer.kind === 'member_unlock');
}

/** Which item a call means. A call of one kind knows only items of it. */
export interface AskedItem {
  item_id: number;
  kind?: KindFacts;
}

/** The item with this reader's decision. What is not published is known to its publisher, to staff and to those who hold a right. */
export async function requireKnown(ctx: Ctx, { item_id, kind }: AskedItem): Promise<{ item: Item; access: AccessDecision }> {
  const item = await getItem(ctx, item_id);
  if (!item || (kind && item.kind !== kind.code)) throw notFound();
  const access = await decide(ctx, item, userId(ctx));
  if (item.status !== 'published' && !access.allowed) throw notFound();
  return { item, access };
}

/** The daily free quota is for free items and for readers without a membership (spec 6). */
export async function quotaApplies(ctx: Ctx, item: Item, user_id: number, access: AccessDecision): Promise<boolean> {
  return isCounted(access, false) && isCounted(access, await isMember(ctx, item, user_id));
}

/**
 * True once the user was granted the setting's number of links that cost nothing within ten minutes, or everybody behind their address
 * many times as many: an office shares one. Never for what somebody paid for, by money, voucher or membership, and never for what is theirs.
 */
export async function captchaWanted(ctx: Ctx, user_id: number, access: AccessDecision): Promise<boolean> {
  if (!access.allowed || (access.right !== 'free' && access.right !== 'ad')) return false;
  const since = new Date(ctx.app.clock.now().getTime() - CAPTCHA_WINDOW_MS);
  const address = ctx.actor.kind === 'user' ? ctx.actor.address : '';
  const { by_user, by_address } = await countRecentGrants(ctx.db, { user_id, address, since });
  const most = await getSetting(ctx, captchaAfterDownloads);
  return by_user >= most || by_address >= most * CAPTCHA_ADDRESS_FACTOR;
}

/** Items that the user downloaded for nothing or as a member, each with the last time; the newest `most` of them. */
export async function downloadsOf(
  ctx: Ctx,
  user_id: number,
  most: number,
): Promise<Array<{ item_id: number; right: 'free' | 'member'; at: Date }>> {
  const rows = await findDownloadsOf(ctx.db, user_id, ['free', 'member'], most);
  return rows.map(({ item_id, right, at }) => ({ item_id, right: right === 'free' ? 'free' : 'member', at }));
}
