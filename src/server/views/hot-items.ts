import type { ItemCard } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { topItems } from '../modules/catalog/index.ts';

/** What /hmh offers instead of the page that is not there: two rows of the best-liked schemes. */
export async function hotItems(ctx: Ctx): Promise<ItemCard[]> {
  return topItems(ctx, KINDS.scheme, { sort: 'recommend' }, 10);
}
