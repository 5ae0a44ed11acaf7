import { KINDS } from '#contract/kinds.ts';
import { membershipCalls } from '#contract/membership/calls.ts';
import { membershipStaffCalls } from '#contract/membership/staff-calls.ts';
import type { OrderStatus } from '#contract/order.ts';
import { serve } from '../../http/endpoint.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import {
  boughtMembership,
  endTermEarly,
  equityDetail,
  giveTerm,
  listMembershipOrders,
  orderMembership,
  ownTerms,
  planForms,
  quoteMembership,
  savePlan,
  staffTerms,
  vipList,
  vipPlan,
  vipPlans,
} from '../../modules/membership/index.ts';

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

export const membershipEndpoints = [
  serve(membershipCalls.vips, (ctx) => vipList(ctx)),
  serve(membershipCalls.plans, async (ctx, { vip_type }) => ({ list: await vipPlans(ctx, vip_type ?? null) })),
  serve(membershipCalls.plan, (ctx, { vip_type }) => vipPlan(ctx, vip_type)),
  serve(membershipCalls.quote, (ctx, { vip_id, num, balance, coupon_id }) =>
    quoteMembership(ctx, { vip_id, num, use_balance: balance, coupon_id }),
  ),
  serve(membershipCalls.terms, async (ctx) => ({ list: await ownTerms(ctx) })),
  serve(membershipCalls.orders, (ctx, { status, page, limit }) =>
    listMembershipOrders(ctx, { status: status === 0 ? null : (status as OrderStatus), page, limit }),
  ),
  serve(membershipCalls.equity, (ctx, input) => equityDetail(ctx, input)),
  serve(membershipCalls.ppt, (ctx) => vipPlan(ctx, KINDS.ppt.sale.vip_type)),
  serve(membershipCalls.order, (ctx, { idempotency_key, balance, cache, ...input }) =>
    orderMembership(ctx, { ...input, balance: bit(balance), cache: bit(cache), ...(idempotency_key ? { idempotency_key } : {}) }),
  ),
  serve(membershipCalls.bought, (ctx, { orderid }) => boughtMembership(ctx, orderid)),
];

export const staffMembershipEndpoints = [
  serve(membershipStaffCalls.plans, async (ctx) => ({ list: await planForms(ctx) })),
  serve(membershipStaffCalls.plan, async (ctx, { specs, ...form }) => {
    const priced = specs.map(({ price, org_price, ...spec }) => ({ ...spec, price_fen: price, org_price_fen: org_price }));
    await savePlan(ctx, { ...form, specs: priced });
    return null;
  }),
  serve(membershipStaffCalls.terms, (ctx, { id, page, limit }) => staffTerms(ctx, { user_id: id, page, limit })),
  serve(membershipStaffCalls.give, async (ctx, { id, ...gift }) => {
    const { term_id, to } = await giveTerm(ctx, { user_id: id, ...gift });
    return { term_id, to: unixSeconds(to) };
  }),
  serve(membershipStaffCalls.end, async (ctx, { id, reason }) => {
    await endTermEarly(ctx, { term_id: id, reason });
    return null;
  }),
];
