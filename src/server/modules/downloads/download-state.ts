import { z } from 'zod';
import type { DownloadState } from '#contract/download.ts';
import type { AccessDecision } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { type Ctx, userId } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { decide, heldForGood, isMember } from '../access/index.ts';
import { getItem, type Item, type ItemVersion, itemMedia, versionAt, versionsOf } from '../catalog/index.ts';
import { dailyUsed } from '../membership/index.ts';
import { originalFiles } from '../publishing/index.ts';
import { defineSetting, getSetting } from '../settings/index.ts';
import { countRecentGrants, findDownloadsOf, findTaken, hasDownloadDay } from './repo.ts';
import { CAPTCHA_ADDRESS_FACTOR, CAPTCHA_WINDOW_MS, fileName, isCounted, isUsedUp } from './rules.ts';

/** A version that somebody may download: what they bought, or what is sold now. */
export type OwnVersion = ItemVersion & { is_newest: boolean };

/**
 * What the user may download of items that they hold permanently, where there is a choice: the version they bought and the newest. Items that
 * did not change since are absent, and so are those that somebody has for a day or for nothing.
 */
export async function ownVersions(ctx: Ctx, user_id: number, item_ids: readonly number[]): Promise<Map<number, OwnVersion[]>> {
  const [held, versions] = await Promise.all([heldForGood(ctx, user_id, item_ids), versionsOf(ctx, item_ids)]);
  const own = new Map<number, OwnVersion[]>();
  for (const [item_id, since] of held) {
    const all = versions.get(item_id) ?? [];
    const [bought, newest] = [versionAt(all, since), all.at(-1)];
    if (!bought || !newest || bought === newest) continue;
    own.set(
      item_id,
      [bought, newest].map((one) => ({ ...one, is_newest: one === newest })),
    );
  }
  return own;
}

/** Whether the user may choose this version of the item. */
export async function hasVersion(ctx: Ctx, item: Pick<Item, 'id'>, user_id: number, version: number): Promise<boolean> {
  return ((await ownVersions(ctx, user_id, [item.id])).get(item.id) ?? []).some((one) => one.version === version);
}

interface Asking {
  user_id: number;
  version?: number;
}

/** The version that a link means; undefined: the item as it stands. @throws AppError 404 for one that the user may not choose any more */
async function versionFor(ctx: Ctx, item: Item, { user_id, version }: Asking): Promise<ItemVersion | undefined> {
  // its publisher looks at what is being changed
  if (version === undefined && (item.status === 'published' || user_id === item.publisher_id)) return undefined;
  if (version !== undefined && !(await hasVersion(ctx, item, user_id, version))) throw notFound('没有这个版本');
  const all = (await versionsOf(ctx, [item.id])).get(item.id) ?? [];
  // a change that waits for its review is not on sale yet
  return version === undefined ? all.at(-1) : all.find((one) => one.version === version);
}

/** The original that leaves; null: there is none. No right to the item is asked for here. @throws AppError 404 */
export async function givenFile(ctx: Ctx, item: Item, asking: Asking): Promise<number | null> {
  return (await versionFor(ctx, item, asking))?.file_id ?? item.file_id;
}

/** The original pictures that leave, in order. No right to the item is asked for here. @throws AppError 404 */
export async function givenPictures(ctx: Ctx, item: Item, asking: Asking): Promise<Array<{ file_id: number; name: string }>> {
  const version = await versionFor(ctx, item, asking);
  if (!version || version.picture_ids.length === 0) return (await itemMedia(ctx, item.id)).filter(({ type }) => type === 'picture');
  const files = await originalFiles(ctx, version.picture_ids);
  return version.picture_ids.map((file_id) => ({ file_id, name: files.get(file_id)?.name ?? '' }));
}

/** Spec 9: the value is not shown. */
export const freeDownloadsPerDay = defineSetting('free_downloads_per_day', z.int().min(0).max(1_000).meta({ unit: '次' }).default(3), {
  group: '会员、积分与活动',
  title: '每日免费下载次数',
  about: '没有会员的用户每天可下载的免费作品次数。',
});

export const captchaAfterDownloads = defineSetting('captcha_after_downloads', z.int().min(1).max(1_000).meta({ unit: '次' }).default(5), {
  group: '审核与安全',
  title: '下载验证码',
  about: '十分钟内下载多少次后需要输入验证码。',
});

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

/** By which rights of the user's own doing (bought, redeemed, unlocked, as a member) each of these items was downloaded; others are absent. */
export async function takenBy(ctx: Ctx, user_id: number, item_ids: readonly number[]): Promise<Map<number, string[]>> {
  return item_ids.length === 0 ? new Map() : findTaken(ctx.db, user_id, item_ids);
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
