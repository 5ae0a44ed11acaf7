import type { CollectionCard } from '#contract/catalog.ts';
import { COLLECTION_LIMIT, type ItemCard, type ItemPublic, type RelatedItem } from '#contract/item.ts';
import { itemCalls } from '#contract/item-calls.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { BANNER_DETAIL, type Banner } from '#contract/promotion.ts';
import type { ItemSeries } from '#contract/series.ts';
import type { Ctx } from '../app/ctx.ts';
import { collectionsOf, getShownItem, othersOfPublisher, recommendItems, type ShownItem, seriesOfItem } from '../modules/catalog/index.ts';
import { placedBanner } from '../modules/promotion/index.ts';
import { draftShown, opensPreview } from '../modules/publishing/index.ts';
import { isPublicItem, publicPart } from './item-public.ts';

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
  const [item, recommended, others, collections, banners, series] = await Promise.all([
    asked.item,
    recommendItems(ctx, kind, { id: row.id, item: row, limit: itemCalls(kind).related.limit }),
    othersOfPublisher(ctx, row, OTHERS),
    asked.collections,
    placedBanner(ctx, BANNER_DETAIL),
    seriesOfItem(ctx, row.id),
  ]);
  const { list, total } = collections;
  return { item, recommended, others, collections: list, collections_total: total, banners, series, preview };
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
