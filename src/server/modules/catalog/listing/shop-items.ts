import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx, TxCtx } from '../../../app/ctx.ts';
import { emit } from '../../../outbox/outbox.ts';
import { allKinds } from '../kinds/registry.ts';
import { countByKindOfShop, findNaming, selectItems, writeShop } from '../repo.ts';

const codes = (kinds: readonly KindFacts[]) => kinds.map(({ code }) => code);

/** Ids of a shop's published items of the kinds, the newest first. */
export async function worksOfShop(
  ctx: Ctx,
  { kinds, ...of }: { shop_id: number; kinds: readonly KindFacts[]; offset: number; limit: number },
): Promise<number[]> {
  return (await selectItems(ctx.db, { ...of, kinds: codes(kinds), statuses: ['published'], order: 'newest' })).map(({ id }) => id);
}

/** How many published items a shop has of each kind, by its code; kinds without any are absent. */
export function countWorksOfShop(ctx: Ctx, shop_id: number): Promise<Map<number, number>> {
  return countByKindOfShop(ctx.db, shop_id, 'published');
}

/** Ids of published items of the kinds that name this resource or salon among their own fields, the newest first, and how many there are. */
export function worksNaming(
  ctx: Ctx,
  { kinds, ...of }: { kinds: readonly KindFacts[]; field: 'resource_id' | 'salon_id'; id: number; offset: number; limit: number },
): Promise<{ ids: number[]; total: number }> {
  return findNaming(ctx.db, { ...of, kinds: codes(kinds) });
}

/** Gives what the owner published before, of kinds that belong to a shop, to the shop. Each announces `item.changed`. Returns how many. */
export async function bindToShop(tx: TxCtx, publisher_id: number, shop_id: number): Promise<number> {
  const ids = await writeShop(tx.db, publisher_id, codes(allKinds().filter(({ shop }) => shop !== undefined)), shop_id);
  for (const item_id of ids) await emit(tx, 'item.changed', { item_id, what: 'texts', codes: [] });
  return ids.length;
}
