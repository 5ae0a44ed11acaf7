import { gateway } from '#client/gateway.ts';
import {
  type EquityDetail,
  MEMBER_CALLS,
  type MemberTerm,
  type VipBought,
  type VipOrderInput,
  type VipPlan,
  type VipQuote,
} from '#contract/membership.ts';
import type { Order, OrderList, OrderStatus } from '#contract/order.ts';
import { UNION_CALLS, type UnionVip } from '#contract/union.ts';

// the screens say themselves what failed
const SILENT = { silent: true } as const;

export const fetchPlans = () => gateway.get<{ list: VipPlan[] }>(MEMBER_CALLS.plans, {}, SILENT).then(({ list }) => list);
export const fetchVipQuote = (vip_id: number) => gateway.get<VipQuote>(MEMBER_CALLS.quote, { vip_id }, SILENT);
export const postVipOrder = (input: VipOrderInput) => gateway.post<Order>(MEMBER_CALLS.order, input, SILENT);
export const postBought = (orderid: string) => gateway.post<VipBought>(MEMBER_CALLS.bought, { orderid }, SILENT);
export const fetchEquity = (vip_type: number, id: number) => gateway.get<EquityDetail>(MEMBER_CALLS.equity, { vip_type, id }, SILENT);
export const fetchUnions = () => gateway.get<{ list: UnionVip[] }>(UNION_CALLS.list, {}, SILENT).then(({ list }) => list);
export const fetchTerms = () => gateway.get<{ list: MemberTerm[] }>(MEMBER_CALLS.terms, {}, SILENT).then(({ list }) => list);
export const fetchVipOrders = (status: OrderStatus | 0, page: number, limit: number) =>
  gateway.get<OrderList>(MEMBER_CALLS.orders, { status, page, limit }, SILENT);

/** Unix seconds by the server's clock, and by this one's where it cannot be asked (spec 4). */
export async function serverNow_s(): Promise<number> {
  try {
    return (await gateway.get<{ time: number }>(MEMBER_CALLS.now, {}, SILENT)).time;
  } catch {
    return Date.now() / 1_000;
  }
}
