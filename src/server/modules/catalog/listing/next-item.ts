import type { ItemCard } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../../app/ctx.ts';
import { itemCards } from './item-cards.ts';
import { findBefore } from './next-item.repo.ts';

/** The item of the kind that was published last before this one (unix seconds), null: there is none. What comes later does not change it. */
export async function nextItem(
  ctx: Ctx,
  kind: KindFacts,
  { id, published_at }: { id: number; published_at: number },
): Promise<ItemCard | null> {
  const before = await findBefore(ctx.db, kind.code, id, new Date(published_at * 1000));
  return before === null ? null : ((await itemCards(ctx, [before]))[0] ?? null);
}
