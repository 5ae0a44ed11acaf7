import type { CollectionView } from '#contract/catalog.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { getCollection } from '../modules/catalog/index.ts';

/** The collection page, kept within its pages; null for an unknown id. */
export async function collectionView(ctx: Ctx, id: number, page: number): Promise<CollectionView | null> {
  const view = await getCollection(ctx, id, page);
  if (!view) return null;
  const last = Math.max(1, Math.ceil(view.items.total / view.items.limit));
  return page > last ? getCollection(ctx, id, last) : view;
}
