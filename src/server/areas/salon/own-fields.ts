import type { ItemPublic } from '#contract/item.ts';
import type { SalonPublic } from '#contract/salon.ts';
import type { Ctx } from '../../app/ctx.ts';
import { publicSalon } from '../../modules/salons/index.ts';

/** What the detail call of a salon says beyond what all do. */
export async function salonFields(ctx: Ctx, part: ItemPublic): Promise<{ salon: SalonPublic | null }> {
  return { salon: await publicSalon(ctx, part.id) };
}
