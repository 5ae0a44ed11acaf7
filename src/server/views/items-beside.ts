import type { ItemCard } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { type Item, recommendItems, tagNamed, termsById } from '../modules/catalog/index.ts';

/**
 * Works of one kind that suit an item of another: those that share its tags first, then the best-liked. Tags belong to a kind, the same
 * word is another tag there, so they are compared by name. Pages go round, as `recommendItems` says.
 */
export async function itemsBeside(
  ctx: Ctx,
  kind: KindFacts,
  item: Pick<Item, 'tag_ids'>,
  { page = 1, limit }: { page?: number; limit: number },
): Promise<ItemCard[]> {
  const names = await termsById(ctx, item.tag_ids);
  const tags = await Promise.all([...names.values()].map(({ name }) => tagNamed(ctx, kind, name)));
  const like = { category_id: null, category_sub_id: null, tag_ids: tags.flatMap((tag) => (tag ? [tag.id] : [])) };
  return recommendItems(ctx, kind, { item: like, page, limit });
}
