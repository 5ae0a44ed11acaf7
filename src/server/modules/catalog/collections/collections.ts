import { COLLECTION_PAGE_SIZE, type CollectionCard, type CollectionView, LIST_PAGE_SIZE } from '#contract/catalog.ts';
import type { Page } from '#contract/envelope.ts';
import { COLLECTION_LIMIT } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx, TxCtx } from '../../../app/ctx.ts';
import { kindOf } from '../kinds/registry.ts';
import { itemCards } from '../listing/item-cards.ts';
import { publicPicture } from '../read-item.ts';
import {
  type CollectionRow,
  findCollection,
  findCollectionIds,
  findCollections,
  findCollectionsOf,
  findHolding,
  insertCollection,
  pageOfCollection,
} from './repo.ts';

/** Collections that contain the item and show at least one published item, the fullest first; with a kind those that stand in its menu. */
export async function collectionsOf(
  ctx: Ctx,
  item_id: number,
  page = 1,
  limit = COLLECTION_LIMIT,
  kind?: KindFacts,
): Promise<Page<CollectionCard>> {
  const rows = (await findCollectionsOf(ctx.db, item_id)).filter((row) => kind === undefined || row.kind === kind.code);
  return { list: rows.slice((page - 1) * limit, page * limit).map(cardOf), total: rows.length, page, limit };
}

/** One page of the collections of a kind that show at least one published item, the fullest first. */
export async function listCollections(ctx: Ctx, kind: KindFacts, page = 1, limit = COLLECTION_PAGE_SIZE): Promise<Page<CollectionCard>> {
  const { rows, total } = await findCollections(ctx.db, kind.code, (page - 1) * limit, limit);
  return { list: rows.map(cardOf), total, page, limit };
}

/** Ids of all collections that the item is in, whatever its status. */
export async function collectionsHolding(ctx: Ctx, item_id: number): Promise<number[]> {
  return findHolding(ctx.db, item_id);
}

/** A collection with one page of its published items, or null for an unknown id. */
export async function getCollection(ctx: Ctx, id: number, page = 1, limit = LIST_PAGE_SIZE): Promise<CollectionView | null> {
  const row = await findCollection(ctx.db, id);
  if (!row) return null;
  const list = await itemCards(ctx, await pageOfCollection(ctx.db, id, (page - 1) * limit, limit));
  return { ...cardOf(row), items: { list, total: row.item_num, page, limit } };
}

/** Ids of the collections that show something, newest first: for the sitemap. */
export async function collectionIds(ctx: Ctx, kind: KindFacts, limit: number): Promise<number[]> {
  return findCollectionIds(ctx.db, kind.code, limit);
}

/** Makes a collection of these items in this order. For staff and seed; items that are not published simply do not show. */
export async function createCollection(
  tx: TxCtx,
  {
    kind,
    title,
    introduction = '',
    cover_key = '',
    item_ids,
  }: { kind: KindFacts; title: string; introduction?: string; cover_key?: string; item_ids: number[] },
): Promise<number> {
  const updated_at = tx.app.clock.now();
  return insertCollection(tx.db, { kind: kind.code, title, introduction, cover_key, shown: true, updated_at }, item_ids);
}

function cardOf({ kind, cover_key, cover_width, cover_height, ...row }: CollectionRow): CollectionCard {
  const cover = cover_key === '' ? null : publicPicture(cover_key, cover_width, cover_height);
  return { ...row, kind: kindOf(kind).key, cover, cover_img: cover?.src ?? '' };
}
