import type { DemandPublic } from '#contract/demand.ts';
import type { ItemPublic } from '#contract/item.ts';
import type { Ctx } from '../../app/ctx.ts';
import { publicDemand } from '../../modules/demands/index.ts';

/** What the detail call of a demand says beyond what all do. */
export async function demandFields(ctx: Ctx, part: ItemPublic): Promise<{ demand: DemandPublic | null }> {
  const found = await publicDemand(ctx, part.id);
  if (!found) return { demand: null };
  const { title: _title, reject_reason: _reason, ...demand } = found;
  return { demand };
}
