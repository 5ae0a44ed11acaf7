import { type Ad, type Announcement, type BannerType, NEW_READER_DAYS, POPUP_TYPES, type PopupOffer } from '#contract/promotion.ts';
import { type Ctx, userId } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { addExposures, countShown, findAds, findAnnouncements, findNewReader, findOffers } from './repo.ts';

/** As many as a call answers. */
const SHOWN = 5;
/** More than an operator has on at a time; pages name no more. */
const OFFERED = 20;
/** Bars stand one behind the other: pages carry no more. */
const ANNOUNCED = 5;
const DAY_MS = 86_400_000;

/** Which audiences the caller belongs to. */
async function audiencesOf(ctx: Ctx): Promise<string[]> {
  const user_id = userId(ctx);
  if (user_id === null) return ['all', 'visitor'];
  const reader = await findNewReader(ctx.db, user_id);
  const is_new = reader !== null && ctx.app.clock.now().getTime() - reader.registered_at.getTime() < NEW_READER_DAYS * DAY_MS;
  return is_new ? ['all', 'member', 'new'] : ['all', 'member'];
}

/** Advertisements of a type that are on now for the caller, the first first; `place`: of one column. */
export async function adsFor(ctx: Ctx, type: BannerType, place: number | null = null): Promise<Ad[]> {
  return findAds(ctx.db, { type, place, now: ctx.app.clock.now(), audiences: await audiencesOf(ctx), most: SHOWN });
}

/** The first of them, or null. */
export async function adOf(ctx: Ctx, type: BannerType, place: number | null = null): Promise<Ad | null> {
  return (await adsFor(ctx, type, place))[0] ?? null;
}

/** What may come up from now on: for pages, which are the same for everybody and say only that one should ask. */
export function popupOffers(ctx: Ctx): Promise<PopupOffer[]> {
  return findOffers(ctx.db, { types: POPUP_TYPES, now: ctx.app.clock.now(), most: OFFERED });
}

/** What is announced from now on, what matters most first: for pages, which are the same for everybody. */
export function currentAnnouncements(ctx: Ctx): Promise<Announcement[]> {
  return findAnnouncements(ctx.db, ctx.app.clock.now(), ANNOUNCED);
}

/** Advertisements were on a reader's screen, each once. */
export function adsShown(ctx: Ctx, ids: readonly number[]): Promise<void> {
  return countShown(ctx.db, ids);
}

/** Counts what was on a reader's screen, each id once a call. No names are stored. */
export async function countExposures(ctx: Ctx, type: number, ids: readonly number[]): Promise<void> {
  const unique = [...new Set(ids)];
  if (unique.length > 0) await addExposures(ctx.db, shanghaiDay(ctx.app.clock.now()), type, unique);
}
