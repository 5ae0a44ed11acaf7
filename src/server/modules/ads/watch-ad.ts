import { randomInt } from 'node:crypto';
import { AD_OVER, AD_PAGE, AD_TEXTS, type AdBeat, type AdFilm, type AdRequest, type AdState, type AdStatus } from '#contract/ad.ts';
import { paths } from '#contract/paths.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { shanghaiDayEnd } from '../../kernel/clock.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { randomToken } from '../../kernel/ids.ts';
import { decide, grantAccess } from '../access/index.ts';
import { getItem, itemMedia, kindOf, publicPicture } from '../catalog/index.ts';
import { getSetting } from '../settings/index.ts';
import { type AdView, countOver, endUnfinished, findView, insertView, lockReader, lockView, updateView } from './repo.ts';
import { creditedMs, isOver, opensByAd } from './rules.ts';
import { adFilms, adMembersOnly, adPictureSeconds, adPriceMost, adsADay } from './settings.ts';

/** A request that was not watched to the end expires after this time. */
const REQUEST_TTL_MS = 30 * 60_000;
const DAY_MS = 86_400_000;
const UNKNOWN_TEXT = '广告已失效，请回到页面重新打开';

/** Whether this item may be opened by an advertisement at all. Asks the settings only. */
export async function offersAd(ctx: Ctx, item: Parameters<typeof opensByAd>[0]): Promise<boolean> {
  const films = (await getSetting(ctx, adFilms)).length;
  if (films === 0 || (await getSetting(ctx, adsADay)) === 0) return false;
  const [price_max_fen, members_only] = [await getSetting(ctx, adPriceMost), await getSetting(ctx, adMembersOnly)];
  return opensByAd(item, { films, price_max_fen, members_only });
}

/**
 * Begins a showing for the signed-in reader and ends those not watched: several would pass the day's number. `kind`: a code, 0: any.
 * @throws AppError 404; 409 when they have the item already; code 1 when it cannot be opened so, or not today any more
 */
export async function requestAd(ctx: Ctx, of: { item_id: number; kind: number }): Promise<AdRequest> {
  const user_id = requireUser(ctx);
  const item = await getItem(ctx, of.item_id);
  if (!item || (of.kind > 0 && item.kind !== of.kind)) throw notFound();
  if (!(await offersAd(ctx, item))) throw new AppError('该内容不能看广告解锁');
  const decision = await decide(ctx, item, user_id);
  // staff may try what readers see
  if (decision.allowed && decision.right !== 'staff') throw conflict('您已可以使用该内容', { owned: true });
  const created_at = ctx.app.clock.now();
  const a_day = await getSetting(ctx, adsADay);
  const day_start = new Date(shanghaiDayEnd(created_at).getTime() - DAY_MS);
  const request_id = randomToken(24);
  const expires_at = new Date(created_at.getTime() + REQUEST_TTL_MS);
  await inTransaction(ctx, async (tx) => {
    await lockReader(tx.db, user_id);
    // before the count: one that ends at this moment is counted or ended
    await endUnfinished(tx.db, user_id, created_at);
    if ((await countOver(tx.db, user_id, day_start)) >= a_day) throw new AppError(`今日看广告解锁的${a_day}次已用完，请明天再来`);
    const film = await chooseFilm(tx, item.id);
    await insertView(tx.db, { request_id, user_id, item_id: item.id, ...film, created_at, expires_at });
  });
  return { request_id, qrcode: `${ctx.app.config.site_url}${AD_PAGE}?request_id=${request_id}`, code: 0 };
}

type Film = Pick<AdView, 'film_item_id' | 'film_title' | 'film_src' | 'film_type' | 'duration_ms'>;

/** One of the works that staff chose, at random; what is not published any more is passed over. */
async function chooseFilm(ctx: Ctx, item_id: number): Promise<Film> {
  const ids = (await getSetting(ctx, adFilms)).filter((id) => id !== item_id);
  while (ids.length > 0) {
    const [id = 0] = ids.splice(randomInt(ids.length), 1);
    const film = await filmOf(ctx, id);
    if (film) return film;
  }
  throw new AppError('暂时没有可播放的广告，请稍后再试');
}

async function filmOf(ctx: Ctx, id: number): Promise<Film | null> {
  const item = await getItem(ctx, id);
  if (item?.status !== 'published') return null;
  const of = { film_item_id: id, film_title: item.title };
  const media = (await itemMedia(ctx, id)).find(({ type }) => type === 'video');
  if (media?.film) return { ...of, film_src: `/video/${media.key}`, film_type: media.film.type, duration_ms: media.film.duration_ms };
  if (item.cover_key === '') return null;
  const { src } = publicPicture(item.cover_key, item.cover_width, item.cover_height);
  return { ...of, film_src: src, film_type: '', duration_ms: (await getSetting(ctx, adPictureSeconds)) * 1000 };
}

/** What the phone plays: any holder of the number may. @throws AppError 404 for an unknown or ended one */
export async function adFilm(ctx: Ctx, request_id: string): Promise<AdFilm> {
  const view = await findView(ctx.db, request_id);
  if (!view || statusOf(view, ctx.app.clock.now()) === 3) throw notFound(UNKNOWN_TEXT);
  const advertised = await getItem(ctx, view.film_item_id);
  return {
    ...{ title: view.film_title, src: view.film_src, type: view.film_type, duration_ms: view.duration_ms, watched_ms: view.watched_ms },
    href: advertised?.status === 'published' ? paths.detail(kindOf(advertised.kind), advertised.id) : '/',
    has_over: view.over_at ? 1 : 0,
  };
}

/**
 * The phone says how far it is. The server counts by its own clock; at the end the reader gets the item until the Shanghai day ends, once.
 * Locks the showing. @throws AppError 404 for an unknown or ended one
 */
export async function beatAd(ctx: Ctx, { request_id, position_ms }: { request_id: string; position_ms: number }): Promise<AdBeat> {
  return inTransaction(ctx, async (tx) => {
    const view = await lockView(tx.db, request_id);
    const now = tx.app.clock.now();
    if (!view || statusOf(view, now) === 3) throw notFound(UNKNOWN_TEXT);
    if (view.over_at) return { watched_ms: view.watched_ms, has_over: 1 };
    const watched_ms = creditedMs(view, position_ms, now);
    const over = isOver({ duration_ms: view.duration_ms, watched_ms });
    await updateView(tx.db, view.id, { watched_ms, last_beat_at: now, ...(over ? { over_at: now } : {}) });
    if (over) {
      const { user_id, item_id } = view;
      await grantAccess(tx, { user_id, item_id, source: 'ad', source_id: view.id, expires_at: shanghaiDayEnd(now) });
    }
    return { watched_ms, has_over: over ? 1 : 0 };
  });
}

/** Whether the reader's own showing was watched to the end. @throws AppError 404 when it is not theirs */
export async function adState(ctx: Ctx, request_id: string): Promise<AdState> {
  const user_id = requireUser(ctx);
  const view = await findView(ctx.db, request_id);
  if (view?.user_id !== user_id) throw notFound(UNKNOWN_TEXT);
  const status = statusOf(view, ctx.app.clock.now());
  const has_over = status === AD_OVER ? 1 : 0;
  return { has_over, code: 0, msg: has_over ? AD_TEXTS.done : status === 3 ? UNKNOWN_TEXT : AD_TEXTS.not_over, status };
}

function statusOf(view: AdView, now: Date): AdStatus {
  if (view.over_at) return AD_OVER;
  if (view.expires_at <= now) return 3;
  return view.last_beat_at ? 2 : 1;
}
