import type { ItemStatus } from '#contract/publish.ts';
import type { Ctx, TxCtx } from '../../../kernel/ctx.ts';
import { KIND_SCHEME } from '../kinds/kind.ts';
import { countByStatus, type Item, removeItem, selectItems } from '../repo.ts';

/** A publisher's schemes in the given statuses, the newest first. */
export async function itemsOf(
  ctx: Ctx,
  of: { publisher_id: number; statuses: ItemStatus[]; offset: number; limit: number },
): Promise<Item[]> {
  return selectItems(ctx.db, { ...of, kind: KIND_SCHEME, order: 'newest' });
}

/** How many schemes a publisher has of each status. */
export async function countItemsOf(ctx: Ctx, publisher_id: number): Promise<Map<ItemStatus, number>> {
  return (await countByStatus(ctx.db, KIND_SCHEME, { publisher_id })) as Map<ItemStatus, number>;
}

/** Schemes of one status, those that changed least recently first: a queue. */
export async function itemsIn(ctx: Ctx, of: { status: ItemStatus; offset: number; limit: number }): Promise<Item[]> {
  return selectItems(ctx.db, { statuses: [of.status], offset: of.offset, limit: of.limit, kind: KIND_SCHEME, order: 'waiting' });
}

export async function countItemsIn(ctx: Ctx, status: ItemStatus): Promise<number> {
  return (await countByStatus(ctx.db, KIND_SCHEME, { status })).get(status) ?? 0;
}

/** Removes an item that was never published, with its pages. The caller has locked it and knows that nothing refers to it. */
export async function deleteItem(tx: TxCtx, id: number): Promise<void> {
  await removeItem(tx.db, id);
}
