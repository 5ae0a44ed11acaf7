import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import type { WrittenJson } from '../kernel/written-json.ts';
import { leaveFootprint } from '../modules/engagement/index.ts';
import { itemDetailJson } from '../views/item-detail.ts';

/**
 * The detail call of a kind. A reader who gets it has seen the item: that is noted beside the answer, which does not wait for it and is
 * right without it.
 * @throws as `itemDetailJson`
 */
export async function readDetail(ctx: Ctx, kind: KindFacts, id: number): Promise<WrittenJson> {
  const detail = await itemDetailJson(ctx, kind, id);
  leaveFootprint(ctx, kind, id).catch((error: unknown) => ctx.log.warn({ err: error }, 'footprint could not be written'));
  return detail;
}
