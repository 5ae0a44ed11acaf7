import { COLLECTION_PAGE_SIZE, type CollectionIndexView, type CollectionView } from '#contract/catalog.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import type { Ctx } from '../app/ctx.ts';
import { collectionsOf, getCollection, getItem, kindOf, listCollections } from '../modules/catalog/index.ts';

/** The page of a collection of the kind, clamped to its last page; null for an unknown id. */
export async function collectionView(ctx: Ctx, kind: KindFacts, id: number, page: number): Promise<CollectionView | null> {
  const view = await getCollection(ctx, id, page);
  if (view?.kind !== kind.key) return null;
  const last = Math.max(1, Math.ceil(view.items.total / view.items.limit));
  return page > last ? getCollection(ctx, id, last) : view;
}

/** The index of collections, clamped to its last page; with `item_id` those that contain it. Null for an item that is not published. */
export async function collectionIndexView(
  ctx: Ctx,
  kind: KindFacts,
  item_id: number | null,
  page: number,
): Promise<CollectionIndexView | null> {
  const item = item_id === null ? null : await getItem(ctx, item_id);
  if (item_id !== null && item?.status !== 'published') return null;
  const read = (number: number) =>
    item ? collectionsOf(ctx, item.id, number, COLLECTION_PAGE_SIZE, kind) : listCollections(ctx, kind, number, COLLECTION_PAGE_SIZE);
  const asked = await read(page);
  // beyond the last page a statement counts nothing
  const collections = asked.list.length === 0 && page > 1 ? await read(1) : asked;
  return { of: item ? { id: item.id, title: item.title, kind: kindOf(item.kind).key } : null, collections };
}

/** A page of the address, or where it leads instead: nowhere of its own (302), or its one address (301). */
export type CollectionAt<V> = { view: V; leads_to: null } | { view: null; leads_to: string; status: 301 | 302 };

/** The collection that an address names (`id`, `page`). */
export async function collectionAt(ctx: Ctx, kind: KindFacts, url: URL): Promise<CollectionAt<CollectionView>> {
  const id = numberIn(url, 'id');
  const view = id === null ? null : await collectionView(ctx, kind, id, numberIn(url, 'page') ?? 1);
  if (!view) return { view: null, leads_to: kind.paths.missing, status: 302 };
  const { page } = view.items;
  return isCanonical(url, page) ? { view, leads_to: null } : { view: null, leads_to: paths.collection(view, page), status: 301 };
}

/** The index of collections that an address names (`of`, `page`). */
export async function collectionIndexAt(ctx: Ctx, kind: KindFacts, url: URL): Promise<CollectionAt<CollectionIndexView>> {
  const of = numberIn(url, 'of');
  const view = await collectionIndexView(ctx, kind, of, numberIn(url, 'page') ?? 1);
  if (!view) return { view: null, leads_to: kind.paths.missing, status: 302 };
  const { page } = view.collections;
  if (isCanonical(url, page)) return { view, leads_to: null };
  return { view: null, leads_to: paths.collections(kind.key, of ?? undefined, page > 1 ? page : undefined), status: 301 };
}

function numberIn(url: URL, name: string): number | null {
  const text = url.searchParams.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** The first page bears no number, every other its own. */
function isCanonical(url: URL, page: number): boolean {
  const asked = url.searchParams.get('page');
  return asked === null || asked === String(page > 1 ? page : '');
}
