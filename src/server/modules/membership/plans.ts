import { equityRule } from '#contract/equities.ts';
import { VIP_ALL } from '#contract/kinds.ts';
import { type EquityDetail, VIPS, type VipEquity, type VipFacts, type VipList, type VipPlan, vipOf } from '#contract/membership.ts';
import { type Ctx, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { DEFAULT_PLANS } from './default-plans.ts';
import { findPlans, findSoldSpec, insertPlan, insertSpecs, lockPlans, type PlanRow, type SoldSpec, type SpecRow } from './repo.ts';
import { endOf } from './rules.ts';
import type { EquityColumn } from './tables.ts';
import { activeVips } from './terms.ts';

/** Writes the plans that a new site sells, those that are missing only: what staff changed stays. */
export async function installPlans(tx: TxCtx): Promise<void> {
  await lockPlans(tx.db);
  const known = new Set((await findPlans(tx.db, false)).map(({ vip_type }) => vip_type));
  const now = tx.app.clock.now();
  for (const [sort, { specs, ...plan }] of DEFAULT_PLANS.entries()) {
    if (known.has(plan.vip_type)) continue;
    const plan_id = await insertPlan(tx.db, { ...plan, sort, updated_at: now });
    if (plan_id === null) continue;
    await insertSpecs(
      tx.db,
      specs.map((spec, index) => ({ ...spec, plan_id, sort: index, updated_at: now })),
    );
  }
}

/** Whether the plans that a new site sells were written. */
export async function hasPlans(ctx: Ctx): Promise<boolean> {
  const known = new Set((await findPlans(ctx.db, false)).map(({ vip_type }) => vip_type));
  return DEFAULT_PLANS.every(({ vip_type }) => known.has(vip_type));
}

/** What is sold: plans in their order with their specs; null: all types. Greyed plans are among them. */
export async function vipPlans(ctx: Ctx, vip_type: number | null = null): Promise<VipPlan[]> {
  const now = ctx.app.clock.now();
  const plans = await findPlans(ctx.db, true);
  return plans
    .filter((plan) => vip_type === null || plan.vip_type === vip_type)
    .flatMap((plan) => {
      const vip = vipOf(plan.vip_type);
      return vip ? [planDto(plan, vip, now)] : [];
    });
}

/** A spec with its plan, on sale or not; null: there is none. */
export const soldSpec = (ctx: Ctx, id: number): Promise<SoldSpec | null> => findSoldSpec(ctx.db, id);

/** @throws AppError 404 */
export async function vipPlan(ctx: Ctx, vip_type: number): Promise<VipPlan> {
  const [plan] = await vipPlans(ctx, vip_type);
  if (!plan) throw notFound('没有这种会员');
  return plan;
}

function planDto(plan: PlanRow & { specs: SpecRow[] }, { key, coupon_type }: VipFacts, now: Date): VipPlan {
  // what no rule gives is not sold
  const given = plan.equities.filter(({ rule }) => equityRule(rule));
  return {
    id: plan.id,
    vip_type: plan.vip_type,
    key,
    name: plan.name,
    desc: plan.introduction,
    status: plan.status === 1 ? 1 : 2,
    coupon_type,
    spec: plan.specs.map((spec) => ({
      id: spec.id,
      price: spec.price_fen / 100,
      org_price: spec.org_price_fen / 100,
      show_date: spec.show_date,
      spec_desc: spec.spec_desc,
      max_download_pre_day: spec.max_download_pre_day,
      days: spec.days ?? 0,
      vip_end_time: unixSeconds(endOf(now, spec.days ?? 'lifetime')),
      equity: given.map((equity) => equityDto(equity, !spec.without.includes(equity.id))),
    })),
    app_equity: given.map((equity) => equityDto(equity, true)),
    ...coveredBy(plan.vip_type),
  };
}

/** What a membership is good for, by the name of each. */
function coveredBy(vip_type: number): Pick<VipPlan, keyof VipList> {
  return Object.fromEntries(
    VIPS.map((vip) => [vip.key, vip_type === vip.vip_type || (vip_type === VIP_ALL && vip.vip_type !== VIP_ALL) ? 1 : 0]),
  ) as Pick<VipPlan, keyof VipList>;
}

/** What days of a membership cost on their own by the plans of now, the cheapest way, fen; null: it is not sold. */
export async function alonePrices(ctx: Ctx): Promise<(part: { vip_type: number; days: number }) => number | null> {
  const plans = await findPlans(ctx.db, true);
  return ({ vip_type, days }) => {
    const specs = plans.find((one) => one.vip_type === vip_type)?.specs ?? [];
    const ways = specs.map((spec) => spec.price_fen * (spec.days === null ? 1 : Math.ceil(days / spec.days)));
    return ways.length === 0 ? null : Math.min(...ways);
  };
}

const equityDto = ({ id, img_url, desc }: EquityColumn, given: boolean): VipEquity => ({ id, img_url, desc, status: given ? 1 : 0 });

/**
 * What a benefit is about, for who may use it now (spec 8: to others a dialog says which membership has it).
 * @throws AppError 404; code 1 to readers whose membership does not have it
 */
export async function equityDetail(ctx: Ctx, { vip_type, id }: { vip_type: number; id: number }): Promise<EquityDetail> {
  const user_id = requireUser(ctx);
  const plan = (await findPlans(ctx.db, true)).find((one) => one.vip_type === vip_type);
  const equity = plan?.equities.find((one) => one.id === id && equityRule(one.rule));
  if (!plan || !equity) throw notFound('没有这项权益');
  const vips = await activeVips(ctx, user_id);
  if (!vips.has(vip_type) && !vips.has(VIP_ALL)) throw new AppError(`开通包含该权益的${plan.name}后即可领取`);
  const { type, desc, content, tan_img } = equity;
  return { id, type, desc, content, tan_img };
}
