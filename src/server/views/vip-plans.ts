import type { VipPlan } from '#contract/membership.ts';
import type { UnionVip } from '#contract/union.ts';
import type { Ctx } from '../app/ctx.ts';
import { vipPlans } from '../modules/membership/index.ts';
import { unionVips } from '../modules/union/index.ts';

/** What is sold now, for the tables of pages and help texts. */
export function vipPlansView(ctx: Ctx): Promise<VipPlan[]> {
  return vipPlans(ctx);
}

/** The page of union memberships: all that are sold, and the one that was asked for (0: the first). Null: it is not sold. */
export async function unionView(ctx: Ctx, id: number): Promise<{ list: UnionVip[]; shown: UnionVip | null }> {
  const list = await unionVips(ctx);
  return { list, shown: (id > 0 ? list.find((one) => one.id === id) : list[0]) ?? null };
}
