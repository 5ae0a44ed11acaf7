import { COLLECTION_PAGE_SIZE, type CollectionIndexView, type CollectionView } from '#contract/catalog.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { collectionsOf, getCollection, getItem, kindOf, listCollections } from '../modules/catalog/index.ts';

/** The page of a collection of the kind, kept within its pages; null for an unknown id. */
export async function collectionView(ctx: Ctx, kind: KindFacts, id: number, page: number): Promise<CollectionView | null> {
  const view = await getCollection(ctx, id, page);
  if (view?.kind !== kind.key) return null;
  const last = Math.max(1, Math.ceil(view.items.total / view.items.limit));
  return page > last ? getCollection(ctx, id, last) : view;
}

/** The index of collections, kept within its pages; with `item_id` those that contain it. Null for an item that is not published. */
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
