import type { ItemCard, ItemPublic } from '#contract/item.ts';
import { type BesideTab, RESOURCES_BESIDE } from '#contract/item-calls.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { type Item, recommendItems, tagsNamed, termsById } from '../modules/catalog/index.ts';

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
  const tags = await termsById(ctx, item.tag_ids);
  return worksOfTags(
    ctx,
    kind,
    [...tags.values()].map(({ name }) => name),
    { page, limit },
  );
}

/** The same for who knows the names of its tags, in their order. */
export async function worksOfTags(
  ctx: Ctx,
  kind: KindFacts,
  names: readonly string[],
  batch: { page?: number; limit: number },
): Promise<ItemCard[]> {
  const tag_ids = await tagsNamed(ctx, kind, names);
  return recommendItems(ctx, kind, { item: { category_id: null, category_sub_id: null, tag_ids }, ...batch });
}

/** The tab of resources beside a scheme. */
export async function resourcesBeside(ctx: Ctx, { tagsList }: Pick<ItemPublic, 'tagsList'>): Promise<BesideTab> {
  const names = tagsList.map(({ name }) => name);
  const cards = await worksOfTags(ctx, KINDS.resource, names, { limit: RESOURCES_BESIDE.limit });
  return { title: '相关资源', kind: KINDS.resource, call: RESOURCES_BESIDE, cards };
}
