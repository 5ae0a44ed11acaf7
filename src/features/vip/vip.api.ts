import { gateway } from '#client/gateway.ts';
import type { VipOrderInput } from '#contract/membership.ts';
import type { OrderStatus } from '#contract/order.ts';

// the screens say themselves what failed
const SILENT = { silent: true } as const;

export const fetchPlans = () => gateway('GET /user/Member/vipspeclist', {}, SILENT).then(({ list }) => list);
export const fetchVipQuote = (vip_id: number) => gateway('GET /user/Member/isChangeVip', { vip_id }, SILENT);
export const postVipOrder = (input: VipOrderInput) => gateway('POST /user/Member/addorder', input, SILENT);
export const postBought = (orderid: string) => gateway('POST /user/Member/distribute', { orderid }, SILENT);
export const fetchEquity = (vip_type: number, id: number) => gateway('GET /user/Member/quanyiDetail', { vip_type, id }, SILENT);
export const fetchUnions = () => gateway('GET /user/Union/getUnionVipList', {}, SILENT).then(({ list }) => list);
export const fetchTerms = () => gateway('GET /user/Member/surplusvipbag', {}, SILENT).then(({ list }) => list);
export const fetchVipOrders = (status: OrderStatus | 0, page: number, limit: number) =>
  gateway('GET /user/Member/viporderlist', { status, page, limit }, SILENT);

/** Unix seconds by the server's clock, and by this one's where it cannot be asked (spec 4). */
export async function serverNow_s(): Promise<number> {
  try {
    return (await gateway('GET /index/index/nowtime', {}, SILENT)).time;
  } catch {
    return Date.now() / 1_000;
  }
}
