import {
  ANNOUNCEMENT_LEVELS,
  type Audience,
  audiencesOfType,
  BANNER_ANNOUNCEMENT,
  type Banner,
  type BannerTerms,
  type BannerType,
  PLACED_AUDIENCES,
  type StaffBanner,
} from '#contract/promotion.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import {
  type BannerRow,
  countClick,
  deleteBanner,
  findAll,
  findBanner,
  findShown,
  insertBanner,
  setBannerOn,
  updateBanner,
} from './repo.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** Pages that show banners are wrong. */
    'banner.changed': Record<string, never>;
  }
}

/** As many as a page has room for. */
const SHOWN = 5;
const LISTED = 200;
const OWN_PATH = /^\/(?![/\\])/;

export interface BannerInput extends Partial<BannerTerms> {
  type: BannerType;
  title: string;
  summary: string;
  picture: string;
  url: string;
  sort: number;
  is_on: boolean;
  /** Unix seconds; 0: no bound. */
  starts_at: number;
  ends_at: number;
}

/** What readers see of a type at this moment, the first first, each with whom it is for; `place`: of one. The same for everybody. */
export function shownBanners(ctx: Ctx, type: BannerType, place: number | null = null): Promise<Banner[]> {
  return findShown(ctx.db, { type, place, now: ctx.app.clock.now(), most: SHOWN });
}

/** The same of a type that stands in pages: for readers that a style sheet can distinguish. */
export async function placedBanners(ctx: Ctx, type: BannerType, place: number | null = null): Promise<Banner[]> {
  return (await shownBanners(ctx, type, place)).filter(({ audience }) => PLACED_AUDIENCES.some((one) => one === audience));
}

/** Where there is room for one: the first that visitors see and the first that members see, which may be the same. */
export async function placedBanner(ctx: Ctx, type: BannerType): Promise<Banner[]> {
  const banners = await placedBanners(ctx, type);
  const [visitor, member] = (['visitor', 'member'] as const).map((who) => {
    const first = banners.find(({ audience }) => audience === 'all' || audience === who);
    return first && { ...first, audience: who };
  });
  if (visitor?.id === member?.id) return visitor ? [{ ...visitor, audience: 'all' }] : [];
  return [visitor, member].filter((one) => one !== undefined);
}

/** A reader followed a banner. One that is gone counts nowhere. */
export function bannerClicked(ctx: Ctx, id: number): Promise<void> {
  return countClick(ctx.db, id);
}

/** Everything that was set, for staff. @throws AppError 403 for others */
export async function listBanners(ctx: Ctx): Promise<StaffBanner[]> {
  requireVerb(ctx, 'banner.edit');
  return (await findAll(ctx.db, LISTED)).map(staffBanner);
}

/** One of them, for its form. @throws AppError 403, 404 */
export async function bannerForm(ctx: Ctx, id: number): Promise<StaffBanner> {
  requireVerb(ctx, 'banner.edit');
  const row = await findBanner(ctx.db, id);
  if (!row) throw notFound('没有这个推广位');
  return staffBanner(row);
}

/** Shows a banner or hides it. @throws AppError 403, 404 */
export async function switchBanner(tx: TxCtx, id: number, is_on: boolean, reason: string): Promise<void> {
  requireVerb(tx, 'banner.edit');
  if (!(await setBannerOn(tx.db, id, is_on, tx.app.clock.now()))) throw notFound('没有这个推广位');
  await recordAudit(tx, is_on ? 'banner.on' : 'banner.off', String(id), { reason });
  await changed(tx);
}

/**
 * Makes a banner, or changes the one with this id. Jobs (seed) may too.
 * @throws AppError 403 for others than operators, 404 for an unknown id, code 1 for an address that is not ours and for ends before starts
 */
export async function saveBanner(ctx: Ctx, id: number | null, input: BannerInput): Promise<number> {
  const staff_id = ctx.actor.kind === 'job' ? null : requireVerb(ctx, 'banner.edit');
  const { type, url, audience = 'all' } = input;
  const is_announcement = type === BANNER_ANNOUNCEMENT;
  if (!(is_announcement && url === '') && !OWN_PATH.test(url)) throw invalid({ url: '请填写本站的路径，以 / 开头' });
  if (input.picture !== '' && !OWN_PATH.test(input.picture)) throw invalid({ picture: '请填写本站图片的路径，以 / 开头' });
  if (!audiencesOfType(type).includes(audience)) throw invalid({ audience: '这一类型不能选择这类读者' });
  if (is_announcement && !ANNOUNCEMENT_LEVELS.some((level) => level === (input.place ?? 0))) throw invalid({ place: '级别为 0、1 或 2' });
  if (input.ends_at > 0 && input.ends_at <= input.starts_at) throw invalid({ ends_at: '结束时间应晚于开始时间' });
  const values = { ...input, starts_at: timeOf(input.starts_at), ends_at: timeOf(input.ends_at), updated_at: ctx.app.clock.now() };
  return inTransaction(ctx, async (tx) => {
    if (id !== null && !(await updateBanner(tx.db, id, values))) throw notFound('没有这个推广位');
    const saved = id ?? (await insertBanner(tx.db, values));
    if (staff_id !== null) await recordAudit(tx, 'banner.save', String(saved), { ...input });
    await changed(tx);
    return saved;
  });
}

/** @throws AppError 403 for others than operators, 404 for an unknown id */
export async function removeBanner(ctx: Ctx, id: number): Promise<void> {
  requireVerb(ctx, 'banner.edit');
  await inTransaction(ctx, async (tx) => {
    if (!(await deleteBanner(tx.db, id))) throw notFound('没有这个推广位');
    await recordAudit(tx, 'banner.remove', String(id), {});
    await changed(tx);
  });
}

const changed = (tx: TxCtx) => emit(tx, 'banner.changed', {});

const timeOf = (unix_s: number): Date | null => (unix_s > 0 ? new Date(unix_s * 1000) : null);

function staffBanner(banner: BannerRow): StaffBanner {
  const { created_at: _made, updated_at: _changed, starts_at, ends_at, type, frequency_type, target, audience, ...row } = banner;
  return {
    ...row,
    type: type as BannerType,
    frequency_type: frequency_type as 1 | 2 | 3,
    target: target as 1 | 2,
    audience: audience as Audience,
    starts_at: starts_at ? unixSeconds(starts_at) : 0,
    ends_at: ends_at ? unixSeconds(ends_at) : 0,
  };
}
