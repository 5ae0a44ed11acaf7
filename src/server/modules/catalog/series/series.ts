import { KINDS } from '#contract/kinds.ts';
import {
  checkSeries,
  type ItemSeries,
  isPath,
  type OwnSeries,
  RELEASE_DAYS_MAX,
  SERIES_MAX,
  type SeriesCard,
  type SeriesInput,
  type SeriesView,
} from '#contract/series.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { type Fen, fenToYuan, yuan } from '../../../kernel/money.ts';
import { plainText } from '../../../kernel/plain-text.ts';
import { emit } from '../../../outbox/outbox.ts';
import { publicUsers } from '../../identity/index.ts';
import { kindOf } from '../kinds/registry.ts';
import { itemCards } from '../listing/item-cards.ts';
import { publicPicture } from '../read-item.ts';
import { findItemsById } from '../repo.ts';
import { type Bundle, bundleOf, isSoldSingly } from './bundle.ts';
import {
  countSeriesOf,
  findHolding,
  findMembers,
  findPaths,
  findPlaces,
  findSeries,
  findSeriesIds,
  findSeriesOf,
  findShownSeriesOf,
  insertSeries,
  lockSeries,
  removeSeries,
  type SeriesPlace,
  updateSeries,
  writeMembers,
} from './repo.ts';

declare module '../../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** Its name, works or order changed, or it is gone; `item_ids`: all works that it holds or held. */
    'series.changed': { series_id: number; owner_id: number; item_ids: number[] };
  }
}

/** Where a published item stands in its series; null: it stands in none, or alone. */
export async function seriesOfItem(ctx: Ctx, item_id: number): Promise<ItemSeries | null> {
  const all = await findPlaces(ctx.db, item_id);
  const places = all.filter(({ status }) => status === 'published');
  const at = places.findIndex(({ id }) => id === item_id);
  const mine = places[at];
  if (!mine || places.length < 2) return null;
  const neighbour = (place: SeriesPlace | undefined) => (place ? { id: place.id, title: place.title, kind: kindOf(place.kind).key } : null);
  return {
    id: mine.series_id,
    title: mine.series_title,
    bundle_price: yuan(bundleOf(mine.series_price_fen, all)?.price_fen ?? 0),
    place: at + 1,
    total: places.length,
    previous: neighbour(places[at - 1]),
    next: neighbour(places[at + 1]),
    path: isPath(places),
    opens_at: at === 0 && mine.opens_at === 0 ? null : mine.opens_at,
  };
}

/**
 * What a published course of a path waits for, a moment or that the one before it is finished; null: it is open to all who have it. `since`: as
 * late as this it was said of it, or of one that it waits for, or one of those came on the site.
 */
export async function releaseOf(
  ctx: Ctx,
  item_id: number,
): Promise<{ opens_at: number; before: { id: number; title: string } | null; since: Date } | null> {
  const places = (await findPlaces(ctx.db, item_id)).filter(({ status }) => status === 'published');
  const at = places.findIndex(({ id }) => id === item_id);
  const [mine, before = null] = [places[at], places[at - 1]];
  if (!mine || mine.opens_at === null) return null;
  let since = mine.released_at;
  for (let from = at; places[from]?.opens_at === 0 && from > 0; from--) {
    const { released_at, published_at } = places[from - 1] as SeriesPlace;
    for (const moment of [released_at, published_at ?? released_at]) if (moment > since) since = moment;
  }
  if (mine.opens_at === 0) return before && { opens_at: 0, before, since };
  return mine.opens_at * 1000 > ctx.app.clock.now().getTime() ? { opens_at: mine.opens_at, before: null, since } : null;
}

/** The newest paths of learning. */
export async function shownPaths(ctx: Ctx, limit: number): Promise<SeriesView[]> {
  const views: SeriesView[] = [];
  for (const id of await findPaths(ctx.db, KINDS.course.code, limit)) {
    const view = await seriesView(ctx, id);
    if (view) views.push(view);
  }
  return views;
}

/** A series with its published works; null: unknown, or nothing of it can be seen. */
export async function seriesView(ctx: Ctx, id: number): Promise<SeriesView | null> {
  const row = await findSeries(ctx.db, id);
  if (!row) return null;
  const members = await findMembers(ctx.db, [id]);
  const items = await itemCards(
    ctx,
    members.map((one) => one.id),
  );
  if (items.length === 0) return null;
  const { nickname } = (await publicUsers(ctx, [row.owner_id])).get(row.owner_id);
  const { title, introduction } = row;
  const bundle = bundleOf(row.price_fen, members);
  const together = bundle && { price: yuan(bundle.price_fen), list_price: yuan(bundle.list_price_fen) };
  const shown = members.filter(({ status }) => status === 'published');
  const releases = releasesOf(shown).filter(({ item_id, opens_at }) => opens_at > 0 || item_id !== shown[0]?.id);
  return { id, title, introduction, owner: { uid: row.owner_id, nickname }, items, bundle: together, path: isPath(shown), releases };
}

const releasesOf = (members: ReadonlyArray<{ id: number; opens_at: number | null }>) =>
  members.flatMap(({ id, opens_at }) => (opens_at === null ? [] : { item_id: id, opens_at }));

/** A series that is sold as a whole; null: it is not. */
export async function seriesOnSale(ctx: Ctx, id: number): Promise<(Bundle & { title: string }) | null> {
  const row = await findSeries(ctx.db, id);
  const bundle = row && bundleOf(row.price_fen, await findMembers(ctx.db, [id]));
  return bundle && { ...bundle, title: row.title };
}

/** A publisher's series that show something, the newest first, a hundred at most. */
export async function shownSeriesOf(ctx: Ctx, owner_id: number): Promise<SeriesCard[]> {
  const rows = await findShownSeriesOf(ctx.db, owner_id, SERIES_MAX);
  return rows.map(({ cover_key, cover_width, cover_height, ...row }) => ({
    ...row,
    cover: cover_key === '' ? null : publicPicture(cover_key, cover_width, cover_height),
  }));
}

/** Ids of series that show something, the newest first. */
export function seriesIds(ctx: Ctx, limit: number): Promise<number[]> {
  return findSeriesIds(ctx.db, limit);
}

/** The series that holds the item, whatever its status; null: none does. */
export async function seriesHolding(ctx: Ctx, item_id: number): Promise<number | null> {
  return (await findHolding(ctx.db, [item_id])).get(item_id) ?? null;
}

/** The caller's series with their works of every status, the newest first. */
export async function ownSeries(ctx: Ctx): Promise<OwnSeries[]> {
  const rows = await findSeriesOf(ctx.db, requireUser(ctx));
  const members = await findMembers(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, title, introduction, price_fen }) => ({
    ...{ id, title, introduction, price: yuan(price_fen) },
    releases: releasesOf(members.filter(({ series_id }) => series_id === id)),
    items: members
      .filter(({ series_id }) => series_id === id)
      .map((one) => ({ id: one.id, title: one.title, kind: kindOf(one.kind).key, status: one.status })),
  }));
}

/**
 * Makes a series of own works in this order, or changes one (`id`). A work stands in one series. `soldOf`: those of these works that
 * somebody bought; a course of them opens no later than it did.
 * @throws AppError code 1 for what is wrong in the form; 404 for another's series; 409 when there are too many
 */
export async function saveSeries(
  ctx: Ctx,
  {
    id,
    price_fen = 0,
    releases = [],
    ...input
  }: Omit<SeriesInput, 'price' | 'releases'> & {
    id?: number;
    price_fen?: Fen;
    releases?: SeriesInput['releases'];
  },
  soldOf: (tx: TxCtx, item_ids: readonly number[]) => Promise<ReadonlySet<number>> = async () => new Set(),
): Promise<{ id: number }> {
  const owner_id = requireUser(ctx);
  const title = plainText(input.title).replaceAll('\n', ' ');
  const introduction = plainText(input.introduction);
  const item_ids = [...new Set(input.item_ids)];
  const wrong = checkSeries({ title, item_ids, price: yuan(price_fen) });
  if (wrong) throw invalid({ [title.trim() === '' ? 'title' : 'item_ids']: wrong });
  return inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    if (id === undefined && (await countSeriesOf(tx.db, owner_id)) >= SERIES_MAX) throw conflict(`最多建立 ${SERIES_MAX} 个系列`);
    if (id !== undefined && !(await lockSeries(tx.db, id, owner_id))) throw notFound('系列不存在');
    await refuseForeign(tx, owner_id, id, { item_ids, price_fen });
    const members = id === undefined ? [] : await findMembers(tx.db, [id]);
    const before = members.map((one) => one.id);
    const opens = new Map(releases.map(({ item_id, opens_at }) => [item_id, opens_at]));
    const places = item_ids.map((item_id) => ({ item_id, opens_at: opens.get(item_id) ?? null }));
    const later = await refuseReleases(tx, places, members, soldOf);
    const series_id = id ?? (await insertSeries(tx.db, { owner_id, title, introduction, price_fen, created_at: now, updated_at: now }));
    if (id !== undefined) await updateSeries(tx.db, id, { title, introduction, price_fen, updated_at: now });
    const was = new Map(members.map((one) => [one.id, one.released_at]));
    // by a clock after `soldOf`: what was bought meanwhile was bought as it was
    const since = tx.app.clock.now();
    const moment = (item_id: number) => (later.has(item_id) ? since : (was.get(item_id) ?? since));
    await writeMembers(
      tx.db,
      series_id,
      places.map((place) => ({ ...place, released_at: moment(place.item_id) })),
    );
    await emit(tx, 'series.changed', { series_id, owner_id, item_ids: [...new Set([...before, ...item_ids])] });
    return { id: series_id };
  });
}

/** Takes an own series away; its works stay. @throws AppError 404 */
export async function dropSeries(ctx: Ctx, id: number): Promise<void> {
  const owner_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    if (!(await lockSeries(tx.db, id, owner_id))) throw notFound('系列不存在');
    const item_ids = (await findMembers(tx.db, [id])).map((one) => one.id);
    await removeSeries(tx.db, id);
    await emit(tx, 'series.changed', { series_id: id, owner_id, item_ids });
  });
}

async function refuseForeign(
  tx: TxCtx,
  owner_id: number,
  series_id: number | undefined,
  { item_ids, price_fen }: { item_ids: readonly number[]; price_fen: Fen },
): Promise<void> {
  const own = (await findItemsById(tx.db, item_ids)).filter(({ publisher_id }) => publisher_id === owner_id);
  if (own.length < item_ids.length) throw invalid({ item_ids: '有作品不存在，请重新选择' });
  const held = await findHolding(tx.db, item_ids);
  const elsewhere = own.find(({ id }) => held.has(id) && held.get(id) !== series_id);
  if (elsewhere) throw invalid({ item_ids: `“${elsewhere.title}”已在另一个系列中` });
  const singly_fen = own.filter(isSoldSingly).reduce((sum, work) => sum + work.price_fen, 0);
  if (price_fen > 0 && price_fen >= singly_fen) throw invalid({ price: `整套价格应低于单独购买的合计 ¥${fenToYuan(singly_fen)}` });
}

/** Courses alone wait, for a year at most; what somebody bought opens no later than it did. @returns those that open later than they did */
async function refuseReleases(
  tx: TxCtx,
  places: ReadonlyArray<{ item_id: number; opens_at: number | null }>,
  members: ReadonlyArray<{ id: number; opens_at: number | null }>,
  soldOf: (tx: TxCtx, item_ids: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<ReadonlySet<number>> {
  const now_s = tx.app.clock.now().getTime() / 1000;
  const waiting = places.filter(({ opens_at }) => opens_at === 0 || (opens_at ?? 0) > now_s);
  if (waiting.length === 0) return new Set();
  const works = await findItemsById(
    tx.db,
    places.map(({ item_id }) => item_id),
  );
  if (works.some(({ kind }) => kind !== KINDS.course.code))
    throw invalid({ releases: '只有全部由课程组成的系列（学习路径）可以设定开放时间' });
  if (waiting.some(({ opens_at }) => (opens_at ?? 0) > now_s + RELEASE_DAYS_MAX * 86_400)) {
    throw invalid({ releases: `开放时间最晚为 ${RELEASE_DAYS_MAX} 天后` });
  }
  const later = waiting.filter(({ item_id, opens_at }) => {
    const at = members.findIndex(({ id }) => id === item_id);
    const was = members[at]?.opens_at ?? null;
    if (was === null || (was === 0) !== (opens_at === 0)) return true;
    const before = places[places.findIndex((one) => one.item_id === item_id) - 1]?.item_id;
    return opens_at === 0 ? before !== members[at - 1]?.id : (opens_at ?? 0) > was;
  });
  const ids = later.map(({ item_id }) => item_id);
  const sold = await soldOf(tx, ids);
  const bound = works.find(({ id }) => sold.has(id));
  if (bound) throw conflict(`已有人购买《${bound.title}》，它的开放时间只能提前`);
  return new Set(ids);
}
