import type { CollectionCard } from '#contract/catalog.ts';
import type { FileContents } from '#contract/design-contents.ts';
import { COLLECTION_LIMIT, type ItemCard, type ItemPublic, type PageImage, type RelatedItem } from '#contract/item.ts';
import { type BesideTab, itemCalls, RESOURCES_BESIDE } from '#contract/item-calls.ts';
import { isTaken, KINDS, type KindFacts } from '#contract/kinds.ts';
import type { OfferedLicences } from '#contract/licence.ts';
import type { OpinionOf } from '#contract/opinion.ts';
import { BANNER_DETAIL, type Banner } from '#contract/promotion.ts';
import type { ItemSeries } from '#contract/series.ts';
import type { Ctx } from '../app/ctx.ts';
import { AppError } from '../kernel/errors.ts';
import {
  allKinds,
  collectionsOf,
  getItem,
  getShownItem,
  type Item,
  type LastChange,
  lastChange,
  othersOfPublisher,
  recommendItems,
  type ShownItem,
  seriesOfItem,
  tagsNamed,
  termsById,
} from '../modules/catalog/index.ts';
import { albumOf } from '../modules/downloads/index.ts';
import { isHeld } from '../modules/infringements/index.ts';
import { opinionsOf } from '../modules/opinions/index.ts';
import { placedBanner } from '../modules/promotion/index.ts';
import { contentsOfItem, draftShown, opensPreview } from '../modules/publishing/index.ts';
import { isPublicItem, publicPart } from './item-public.ts';

/** Two rows of five. */
const NEAR = 10;

export interface GoneScreen {
  id: number;
  kind: KindFacts;
  /** False: its publisher changes it or staff look at it, so it may come back. */
  ended: boolean;
  /** A notice of infringement keeps it off for a time. */
  held: boolean;
  /** Works of the kind that are most like it. */
  near: ItemCard[];
}

/** What was public once and is not now. Nothing of it is named: it may have left for what it said. */
const left = (kind: KindFacts, item: Item | null): item is Item =>
  item !== null && item.kind === kind.code && item.published_at !== null && item.status !== 'published';

export async function wasShown(ctx: Ctx, kind: KindFacts, id: number): Promise<boolean> {
  return left(kind, await getItem(ctx, id));
}

/** What stands in the place of a work that left; null: there was none. */
export async function goneScreen(ctx: Ctx, kind_key: string | null, asked: string | null): Promise<GoneScreen | null> {
  const kind = allKinds().find(({ key }) => key === kind_key);
  if (!kind || !/^[1-9]\d{0,14}$/.test(asked ?? '')) return null;
  const item = await getItem(ctx, Number(asked));
  if (!left(kind, item)) return null;
  const held = await isHeld(ctx.db, item.id);
  return {
    id: item.id,
    kind,
    ended: item.status === 'taken_down' && !held,
    held,
    near: await recommendItems(ctx, kind, { id: item.id, item, limit: NEAR }),
  };
}

/** What its page says. */
export function goneText({ kind, ended, held }: Pick<GoneScreen, 'kind' | 'ended' | 'held'>): { title: string; hint: string } {
  const it = `这${kind.measure}${kind.noun}`;
  if (held) return { title: `${it}因侵权通知暂时下架`, hint: '平台依法处理中，结束后可能恢复；买过的在个人中心照常使用。' };
  if (!ended) return { title: `${it}暂时看不到`, hint: '发布者正在修改，或平台正在复核，过后可能会恢复。' };
  return { title: `${it}已下架`, hint: kind.sale ? '买过的在个人中心照常使用。' : '发布者或平台已将它下架。' };
}

/** What an album's page shows to everybody: its name and size, and the pictures that are public. */
export interface AlbumScreen {
  id: number;
  title: string;
  photo_key: string;
  photo_num: number;
  size_bytes: number;
  imgs: PageImage[];
}

/** The album of an address as it stands there; null: no such album of a published item. */
export async function albumScreen(ctx: Ctx, kind: KindFacts, sample_id: string, key: string): Promise<AlbumScreen | null> {
  if (!/^[1-9]\d{0,14}$/.test(sample_id)) return null;
  const id = Number(sample_id);
  const shown = await getShownItem(ctx, id);
  if (!isPublicItem(kind, shown)) return null;
  try {
    const { title, photo_key, photo_num, size_bytes } = await albumOf(ctx, { item_id: id, kind, key });
    const { imgs } = await publicPart(ctx, shown);
    return { id, title, photo_key, photo_num, size_bytes, imgs };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Works of one kind that suit an item of another: those that share its tags first, then the best-liked. Tags belong to a kind, the same
 * word is another tag there, so they are compared by name. Pages go round, as `recommendItems` says.
 */
export async function itemsBeside(
  ctx: Ctx,
  kind: KindFacts,
  item: Pick<Item, 'tag_ids'>,
  { page = 1, limit }: { page?: number; limit: number },
): Promise<ItemCard[]> {
  const tags = await termsById(ctx, item.tag_ids);
  return worksOfTags(
    ctx,
    kind,
    [...tags.values()].map(({ name }) => name),
    { page, limit },
  );
}

/** The same for who knows the names of its tags, in their order. */
export async function worksOfTags(
  ctx: Ctx,
  kind: KindFacts,
  names: readonly string[],
  batch: { page?: number; limit: number },
): Promise<ItemCard[]> {
  const tag_ids = await tagsNamed(ctx, kind, names);
  return recommendItems(ctx, kind, { item: { category_id: null, category_sub_id: null, tag_ids }, ...batch });
}

/** The tab of resources beside a scheme. */
export async function resourcesBeside(ctx: Ctx, { tagsList }: Pick<ItemPublic, 'tagsList'>): Promise<BesideTab> {
  const names = tagsList.map(({ name }) => name);
  const cards = await worksOfTags(ctx, KINDS.resource, names, { limit: RESOURCES_BESIDE.limit });
  return { title: '相关资源', kind: KINDS.resource, call: RESOURCES_BESIDE, cards };
}

/** Everything the detail page of an item shows to everybody. */
export interface ItemScreen {
  item: ItemPublic;
  recommended: ItemCard[];
  /** What else its publisher has here. */
  others: ItemCard[];
  /** The first ones that contain it; `collections_total` says whether there are more. */
  collections: CollectionCard[];
  collections_total: number;
  /** What stands on details now: one, or one for visitors and one for members. */
  banners: Banner[];
  /** What buyers say of it; null: works of its kind are not rated. */
  opinions: OpinionOf | null;
  /** The last change of what it gives; null: it gives what it gave first. */
  change: LastChange | null;
  /** What is in the file that it gives; null: unknown. */
  contents: FileContents | null;
  /** What it is sold with beside the personal licence; null: nothing. */
  licences: OfferedLicences | null;
  /** Where it stands among the works of its series; null: it stands in none. */
  series: ItemSeries | null;
  /** It is a draft, shown to its publisher alone: it is not cached. */
  preview: boolean;
}

/** Cards of the publisher's other works. */
const OTHERS = 3;

/** In whose menu collections of this kind's works stand: schemes have their own, everything else is found in topics. */
const collectionKind = (kind: KindFacts): KindFacts => (kind.key === KINDS.scheme.key ? KINDS.scheme : KINDS.resource);

/** The item with its surroundings, or null when it is unknown, not published or of another kind: the page then leads to the kind's `missing`. */
export async function itemScreen(ctx: Ctx, kind: KindFacts, id: number): Promise<ItemScreen | null> {
  const asked = collectionsOf(ctx, id, 1, COLLECTION_LIMIT, collectionKind(kind));
  // its failure is ours when we wait for it; until then it must not count as unheard
  asked.catch(() => {});
  const shown = await getShownItem(ctx, id);
  if (!isPublicItem(kind, shown)) return null;
  return around(ctx, kind, shown, { item: publicPart(ctx, shown), collections: asked, preview: false });
}

interface Around {
  item: Promise<ItemPublic>;
  collections: ReturnType<typeof collectionsOf>;
  preview: boolean;
}

async function around(ctx: Ctx, kind: KindFacts, { item: row }: ShownItem, { preview, ...asked }: Around): Promise<ItemScreen> {
  const [item, recommended, others, collections, banners, series, opinions, change, contents] = await Promise.all([
    asked.item,
    recommendItems(ctx, kind, { id: row.id, item: row, limit: itemCalls(kind).related.limit }),
    othersOfPublisher(ctx, row, OTHERS),
    asked.collections,
    placedBanner(ctx, BANNER_DETAIL),
    seriesOfItem(ctx, row.id),
    kind.sale && !preview ? opinionsOf(ctx, row.id) : null,
    isTaken(kind) ? lastChange(ctx, row.id) : null,
    kind.formats.length > 0 && !preview ? contentsOfItem(ctx, row.id) : null,
  ]);
  const { list, total } = collections;
  const licences = row.company_fen > 0 || row.exclusive ? { company_price: row.company_fen / 100, exclusive: row.exclusive } : null;
  return {
    item,
    recommended,
    others,
    collections: list,
    collections_total: total,
    banners,
    series,
    opinions,
    change,
    contents,
    licences,
    preview,
  };
}

/** The page of an item as its draft would have it; null: it is not of this kind. The caller has asked for the right. */
async function draftScreen(ctx: Ctx, kind: KindFacts, id: number, login: number): Promise<ItemScreen | null> {
  const draft = await draftShown(ctx, id, login);
  if (draft?.shown.item.kind !== kind.code) return null;
  const { shown, ...instead } = draft;
  return around(ctx, kind, shown, { item: publicPart(ctx, shown, instead), collections: collectionsOf(ctx, id), preview: true });
}

/** The same for the `id` of an address, as it stands there; with `preview`, the draft that its ticket opens. */
export async function itemScreenAt(ctx: Ctx, kind: KindFacts, url: URL): Promise<ItemScreen | null> {
  const asked = url.searchParams.get('id') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(asked)) return null;
  const ticket = url.searchParams.get('preview');
  if (ticket === null) return itemScreen(ctx, kind, Number(asked));
  const login = await opensPreview(ctx, Number(asked), ticket);
  return login === null ? null : draftScreen(ctx, kind, Number(asked), login);
}

/** Cards as the calls for rails beside an item name them. Prices of resources are hidden here. */
export function relatedItems(cards: readonly ItemCard[]): RelatedItem[] {
  return cards.map((card) => ({
    ...card,
    relate_id: card.id,
    img: card.cover?.src ?? '',
    show_price: card.kind === KINDS.resource.key ? 0 : 1,
    vip_only: card.vip_only ? 1 : 0,
  }));
}
