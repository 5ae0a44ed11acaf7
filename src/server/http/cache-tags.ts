import type { CollectionIndexView, CollectionView, HomeView, ItemListView, KindTerms, SearchView } from '#contract/catalog.ts';
import type { ItemFilter } from '#contract/item.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import type { PublisherView } from '#contract/publisher.ts';
import type { ItemSeries, SeriesView } from '#contract/series.ts';
import { facetsOf } from '../modules/catalog/index.ts';

/**
 * Every tag that a cached page can carry. A page that shows an item's card carries the item's tag, so a change of one item empties the pages that
 * show it. What may come onto a page that does not show it yet is covered by the other tags; see docs/decisions/0042-page-tags.md.
 */
export const pageTags = {
  /** Every cached page: header, footer, toolbar and pop-ups of all of them. The page cache adds it by itself. */
  frame: 'frame',
  /** No page: what processes remember of settings. */
  settings: 'settings',
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
  /** Pages of the points mall. */
  mall: 'mall',
  /** Lists of the receive-order hall. */
  requests: 'requests',
  /** The page of a request. */
  request: (id: number) => `request:${id}`,
  /** Where hot words stand. */
  search: 'search',
  /** Lists and searches of a keyword that found nothing, or had to be understood otherwise. */
  nothing_found: 'nothing-found',
} as const;

type Shown = ReadonlyArray<{ id: number }>;

/** What each page carries; pages name no tag themselves. */
export const tagsOf = {
  list: (kind: KindFacts, { filter, result, search }: ItemListView) => [
    ...listTags(kind, filter),
    ...itemTags(result.list),
    ...(filter.keyword && search?.answer !== 'all' ? [pageTags.nothing_found] : []),
  ],
  item: itemPageTags,
  /** The header's menu of labels empties them by the frame. */
  demands: (kind: KindFacts, { list, cards, label }: { list: ItemListView; cards: Shown; label: { id: number } | null }) => [
    ...listTags(kind, { ...list.filter, ...(label ? { cid2: label.id } : {}) }),
    ...itemTags(cards),
  ],
  demand: ({ demand, screen, similar }: { demand: { id: number }; screen: ShownOnItem | null; similar: Shown }) => [
    ...new Set([...(screen ? itemPageTags(screen) : []), ...itemTags([demand, ...similar])]),
  ],
  /** It stands and falls with its item. */
  album: ({ id }: { id: number }) => [pageTags.item(id)],
  home: ({ pick, recommended, newest, others, collection, person, demands, salons }: HomeView) => [
    pageTags.home,
    pageTags.search,
    ...(collection ? [pageTags.collection(collection.id)] : []),
    ...(person ? [pageTags.user(person.releaser.uid)] : []),
    ...itemTags([demands, salons].flat()),
    ...itemTags([
      ...(pick ? [pick.card] : []),
      ...[recommended, newest, collection?.cards ?? [], person?.cards ?? []].flat(),
      ...others.map(({ card }) => card),
    ]),
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
  search: (view: SearchView | null) => [
    pageTags.search,
    ...itemTags([...(view?.list.result.list ?? []), ...(view?.popular ?? [])]),
    ...(view && view.list.search?.answer !== 'all' ? [pageTags.nothing_found] : []),
  ],
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
  /** An article with the works that it embeds and the one before it. */
  article: ({ works, next, ...screen }: ShownOnItem & { works: Shown; next: { id: number } | null }) => [
    ...new Set([...itemPageTags(screen), ...itemTags([...works, ...(next ? [next] : [])])]),
  ],
  shop: ({ shop, works }: { shop: { id: number }; works: { list: Shown } }) => [pageTags.shop(shop.id), ...itemTags(works.list)],
  study: (
    kind: KindFacts,
    { paths, newest, free, routes }: { paths: readonly SeriesView[]; newest: Shown; free: Shown; routes: ReadonlyArray<{ cards: Shown }> },
  ) => [
    pageTags.list(kind),
    ...paths.map(({ id }) => pageTags.series(id)),
    ...itemTags([...newest, ...free, ...routes.flatMap(({ cards }) => cards)]),
  ],
  /** The player of a course. */
  lesson: ({ course }: { course: { id: number } }) => [pageTags.item(course.id)],
  /** All teachers, or one with their courses. */
  teachers: (
    kind: KindFacts,
    { shown, teachers }: { shown: { teacher: { user_id: number }; cards: Shown } | null; teachers: ReadonlyArray<{ user_id: number }> },
  ) => [
    pageTags.list(kind),
    ...[...teachers, ...(shown ? [shown.teacher] : [])].map(({ user_id }) => pageTags.user(user_id)),
    ...itemTags(shown?.cards ?? []),
  ],
  films: (kind: KindFacts, films: ReadonlyArray<{ course_id: number }>) => [
    pageTags.list(kind),
    ...new Set(films.map(({ course_id }) => pageTags.item(course_id))),
  ],
  recap: ({ id, film, talks, more }: { id: number; film: { id: number } | null; talks: Shown; more: Shown }) => [
    ...new Set(itemTags([{ id }, ...talks, ...more, ...(film ? [film] : [])])),
  ],
  union: () => [pageTags.union],
  vips: () => [pageTags.vips],
  /** Texts about memberships show the plans. */
  help: (text: { group: string } | undefined) => (text?.group === 'vip' ? [pageTags.vips] : []),
  campaigns: () => [pageTags.campaigns],
  mall: () => [pageTags.mall],
  salons: (cards: Shown) => [pageTags.list(KINDS.salon), ...itemTags(cards)],
  salon: ({ salon, screen, cards }: { salon: { id: number }; screen: ShownOnItem | null; cards: Shown }) => [
    ...new Set([...(screen ? itemPageTags(screen) : []), ...itemTags([salon, ...cards])]),
  ],
  requests: () => [pageTags.requests],
  request: (id: number) => [pageTags.request(id)],
  shops: ({ list }: { list: Shown }) => [pageTags.shops, ...list.map(({ id }) => pageTags.shop(id))],
  /** The hub that offers the best-liked instead of what is not there, or what is near a work that left. */
  hub: (
    { sections }: { sections: ReadonlyArray<{ kind: KindFacts; cards: Shown }> },
    gone: { id: number; kind: KindFacts; near: Shown } | null = null,
  ) => [
    ...sections.map(({ kind }) => pageTags.list(kind)),
    ...itemTags(sections.flatMap(({ cards }) => cards)),
    pageTags.banners,
    ...(gone ? [pageTags.item(gone.id), pageTags.list(gone.kind), ...itemTags(gone.near)] : []),
  ],
};

interface ShownOnItem {
  item: { id: number };
  recommended: Shown;
  others: Shown;
  collections: Shown;
  series?: ItemSeries | null;
}

function itemPageTags({ item, recommended, others, collections, series = null }: ShownOnItem): string[] {
  const beside = series ? [series.previous, series.next].filter((one) => one !== null) : [];
  return [
    ...itemTags([item, ...recommended, ...others, ...beside]),
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

/** The tags of the first pages that show what a kind is filtered by; later pages end their minute first. */
export function tagsOfTerms(kind: KindFacts, { categories, facets, tags }: KindTerms): string[] {
  const all = [...categories, ...categories.flatMap(({ children = [] }) => children), ...Object.values(facets).flat(), ...tags];
  return [pageTags.home, pageTags.search, pageTags.list(kind), ...all.map(({ id }) => pageTags.list(kind, id))];
}
