import type { VipPlan } from '#contract/membership.ts';
import type { Ctx } from '../app/ctx.ts';
import { vipPlans } from '../modules/membership/index.ts';

/** What is sold now, for the tables of pages and help texts. */
export function vipPlansView(ctx: Ctx): Promise<VipPlan[]> {
  return vipPlans(ctx);
}
