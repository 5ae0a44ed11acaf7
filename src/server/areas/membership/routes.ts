import { KINDS } from '#contract/kinds.ts';
import { membershipCalls } from '#contract/membership/calls.ts';
import type { OrderStatus } from '#contract/order.ts';
import { serve } from '../../http/endpoint.ts';
import {
  boughtMembership,
  equityDetail,
  listMembershipOrders,
  orderMembership,
  ownTerms,
  quoteMembership,
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
