import type { CollectionIndexView, CollectionView, HomeView, ItemListView, SearchView } from '#contract/catalog.ts';
import type { ItemFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { PublisherView } from '#contract/publisher.ts';
import type { ItemSeries, SeriesView } from '#contract/series.ts';
import { facetsOf } from '../modules/catalog/index.ts';

/**
 * Every tag that a kept page can carry. A page that shows an item's card carries the item's tag, so a change of one item empties the pages
 * that show it. What may come onto a page that does not show it yet is told by the other tags; see docs/decisions/0042-page-tags.md.
 */
export const pageTags = {
  /** The item itself, or its card. */
  item: (id: number) => `item:${id}`,
  /** A publisher's page. */
  user: (id: number) => `user:${id}`,
  /** A collection, or its card. */
  collection: (id: number) => `collection:${id}`,
  /** Where all collections stand. */
  collections: 'collections',
  /** The first page of a list: of all items of the kind, or of those that carry the code. */
  list: (kind: KindFacts, code?: number) => (code === undefined ? `list:${kind.key}` : `list:${kind.key}:${code}`),
  /** A series, and the pages of its works. */
  series: (id: number) => `series:${id}`,
  /** A shop's page, its card, and the pages of its cases. */
  shop: (id: number) => `shop:${id}`,
  /** Lists of shops. */
  shops: 'shops',
  /** Where banners stand. */
  banners: 'banners',
  /** The home page. */
  home: 'home',
  /** Where plans of memberships stand. */
  vips: 'vips',
  /** Where union memberships are sold. */
  union: 'union',
  /** Activity pages. */
  campaigns: 'campaigns',
  /** Where hot words stand. */
  search: 'search',
} as const;

type Shown = ReadonlyArray<{ id: number }>;

/** What each page carries; pages name no tag themselves. */
export const tagsOf = {
  list: (kind: KindFacts, { filter, result }: ItemListView) => [...listTags(kind, filter), ...itemTags(result.list)],
  item: itemPageTags,
  /** It stands and falls with its item. */
  album: ({ id }: { id: number }) => [pageTags.item(id)],
  home: ({ recommended, newest, downloaded, others, collections }: HomeView) => [
    pageTags.home,
    pageTags.search,
    ...collections.map(({ id }) => pageTags.collection(id)),
    ...itemTags([recommended, newest, downloaded, ...others.map(({ cards }) => cards)].flat()),
  ],
  publisher: ({ releaser, shop, series, works }: PublisherView) => [
    pageTags.user(releaser.uid),
    ...series.map(({ id }) => pageTags.series(id)),
    ...(shop ? [pageTags.shop(shop.id)] : []),
    ...itemTags(works.list),
  ],
  collection: ({ id, items }: CollectionView) => [pageTags.collection(id), ...itemTags(items.list)],
  collections: ({ of, collections }: CollectionIndexView) => [
    ...(of ? [pageTags.item(of.id)] : []),
    pageTags.collections,
    ...collections.list.map(({ id }) => pageTags.collection(id)),
  ],
  series: ({ id, items }: SeriesView) => [pageTags.series(id), ...itemTags(items)],
  search: (view: SearchView | null) => [pageTags.search, ...itemTags(view?.list.result.list ?? [])],
  resource: ({
    screen,
    shop,
    cases,
    plans,
  }: {
    screen: Parameters<typeof itemPageTags>[0];
    shop: { id: number } | null;
    cases: Shown;
    plans: Shown;
  }) => [...itemPageTags(screen), ...itemTags([...cases, ...plans]), ...(shop ? [pageTags.shop(shop.id)] : [])],
  case: ({
    screen,
    shop,
    resource,
  }: {
    screen: Parameters<typeof itemPageTags>[0];
    shop: { id: number } | null;
    resource: { id: number } | null;
  }) => [...itemPageTags(screen), ...(shop ? [pageTags.shop(shop.id)] : []), ...(resource ? [pageTags.item(resource.id)] : [])],
  shop: ({ shop, works }: { shop: { id: number }; works: { list: Shown } }) => [pageTags.shop(shop.id), ...itemTags(works.list)],
  union: () => [pageTags.union],
  vips: () => [pageTags.vips],
  /** Texts about memberships show the plans. */
  help: (text: { group: string } | undefined) => (text?.group === 'vip' ? [pageTags.vips] : []),
  campaigns: () => [pageTags.campaigns],
  shops: ({ list }: { list: Shown }) => [pageTags.shops, ...list.map(({ id }) => pageTags.shop(id))],
  /** The page that offers the best-liked of a kind instead of what is not there. */
  missing: (kind: KindFacts, cards: Shown) => [pageTags.list(kind), ...itemTags(cards)],
};

interface ShownOnItem {
  item: { id: number };
  recommended: Shown;
  collections: Shown;
  series?: ItemSeries | null;
}

function itemPageTags({ item, recommended, collections, series = null }: ShownOnItem): string[] {
  const beside = series ? [series.previous, series.next].filter((one) => one !== null) : [];
  return [
    ...itemTags([item, ...recommended, ...beside]),
    ...collections.map(({ id }) => pageTags.collection(id)),
    ...(series ? [pageTags.series(series.id)] : []),
    pageTags.banners,
  ];
}

const itemTags = (cards: Shown) => [...new Set(cards.map(({ id }) => pageTags.item(id)))];

/**
 * Only the first page takes in what is new: later ones move on by a place, which their maxAge of a minute settles, as for a keyword's.
 * Of several filters the first stands for all.
 */
function listTags(kind: KindFacts, filter: ItemFilter): string[] {
  return (filter.page ?? 1) > 1 || filter.keyword ? [] : [pageTags.list(kind, facetsOf(filter)[0])];
}

export interface ItemChange {
  item_id: number;
  /** `texts`: what its card or page says. `listing`: what lists filter by. `status`: it appears or disappears. */
  what: 'texts' | 'listing' | 'status';
  publisher_id: number;
  kind: KindFacts;
  /** What lists filter by, before and after the change. */
  codes: readonly number[];
  /** Collections that hold the item. */
  collection_ids: readonly number[];
  /** The series that holds it; null: none. */
  series_id?: number | null;
}

/** The tags of the pages that a change of an item makes wrong. */
export function tagsOfChange({ item_id, what, publisher_id, kind, codes, collection_ids, series_id = null }: ItemChange): string[] {
  const tags = [pageTags.item(item_id)];
  if (what === 'texts') return tags;
  tags.push(pageTags.home, pageTags.list(kind), ...codes.map((code) => pageTags.list(kind, code)));
  if (what === 'status') tags.push(pageTags.user(publisher_id), ...collection_ids.map(pageTags.collection));
  // its place among the others moves
  if (what === 'status' && series_id !== null) tags.push(pageTags.series(series_id));
  return tags;
}
