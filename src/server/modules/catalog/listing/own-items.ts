import type { OwnItemRow } from '#contract/center.ts';
import type { ItemCard } from '#contract/item.ts';
import { isTaken, type KindFacts } from '#contract/kinds.ts';
import type { ItemStatus } from '#contract/publish.ts';
import type { Ctx, TxCtx } from '../../../app/ctx.ts';
import { yuan } from '../../../kernel/money.ts';
import { allKinds, kindOf, storeOf } from '../kinds/registry.ts';
import { publicPicture } from '../read-item.ts';
import { countByKind, countByStatus, findItem, findItemsById, findOthersOf, type Item, removeItem, selectItems } from '../repo.ts';
import { itemCards } from './item-cards.ts';
import { findAmong } from './repo.ts';

/** A publisher's items of some kinds, or of all, in the given statuses, the newest first. */
export async function itemsOf(
  ctx: Ctx,
  { kinds, ...of }: { kinds?: readonly KindFacts[]; publisher_id: number; statuses: ItemStatus[]; offset: number; limit: number },
): Promise<Item[]> {
  return selectItems(ctx.db, { ...of, ...(kinds ? { kinds: kinds.map(({ code }) => code) } : {}), order: 'newest' });
}

/** What else the publisher of an item has on the site: of its kind, and of kinds that readers take something from; those before it first. */
export async function othersOfPublisher(ctx: Ctx, item: Pick<Item, 'id' | 'kind' | 'publisher_id'>, limit: number): Promise<ItemCard[]> {
  const kinds = allKinds().flatMap((kind) => (kind.code === item.kind || isTaken(kind) ? [kind.code] : []));
  return itemCards(ctx, await findOthersOf(ctx.db, { publisher_id: item.publisher_id, kinds, but_id: item.id, limit }));
}

/** How many items of some kinds, or of all, a publisher has of each status. */
export async function countItemsOf(ctx: Ctx, publisher_id: number, kinds?: readonly KindFacts[]): Promise<Map<ItemStatus, number>> {
  return countByStatus(ctx.db, { publisher_id, ...(kinds ? { kinds: kinds.map(({ code }) => code) } : {}) });
}

/** How many published items a publisher has of each kind, by its code; kinds without any are absent. */
export async function countWorksOf(ctx: Ctx, publisher_id: number): Promise<Map<number, number>> {
  return countByKind(ctx.db, publisher_id, 'published');
}

/** Items of every kind in one status, those that changed least recently first: a queue. */
export async function itemsIn(ctx: Ctx, of: { status: ItemStatus; offset: number; limit: number }): Promise<Item[]> {
  return selectItems(ctx.db, { statuses: [of.status], offset: of.offset, limit: of.limit, order: 'waiting' });
}

export async function countItemsIn(ctx: Ctx, status: ItemStatus): Promise<number> {
  return (await countByStatus(ctx.db, { status })).get(status) ?? 0;
}

/** Removes an item that was never published, with its pages. The caller has locked it and knows that nothing refers to it. */
export async function deleteItem(tx: TxCtx, id: number): Promise<void> {
  const item = await findItem(tx.db, id);
  if (item) await storeOf(item.kind).details?.remove(tx.db, id);
  await removeItem(tx.db, id);
}

/** Those of the items, in any status, whose title holds the words (empty: all), with their kinds; in the order of `ids`. */
export async function itemsAmong(ctx: Ctx, ids: readonly number[], words: string): Promise<Array<{ id: number; kind: string }>> {
  if (ids.length === 0) return [];
  const kinds = new Map((await findAmong(ctx.db, ids, words)).map(({ id, kind }) => [id, kindOf(kind).key]));
  return ids.flatMap((id) => {
    const kind = kinds.get(id);
    return kind === undefined ? [] : [{ id, kind }];
  });
}

/** What a reader's own lists show of items in any status; unknown ids are absent. Whether the reader may know of them is the caller's question. */
export async function ownRows(ctx: Ctx, ids: readonly number[]): Promise<Map<number, OwnItemRow>> {
  if (ids.length === 0) return new Map();
  const rows = await findItemsById(ctx.db, ids);
  return new Map(
    rows.map((item) => [
      item.id,
      {
        id: item.id,
        kind: kindOf(item.kind).key,
        title: item.title,
        cover_src: item.cover_key === '' ? '' : publicPicture(item.cover_key, item.cover_width, item.cover_height).src,
        format: item.format,
        price: yuan(item.price_fen),
        vip_only: item.vip_only,
        published: item.status === 'published',
      },
    ]),
  );
}
