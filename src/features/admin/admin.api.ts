import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { $session } from '#client/session.ts';
import { ADMIN_CALLS, type RefundWish } from '#contract/admin.ts';
import type { CallInput } from '#contract/gateway.ts';
import type { Role } from '#contract/staff.ts';

// screens say themselves what failed
const SILENT = { silent: true } as const;

export const fetchToday = () => gateway('GET /admin/today', {}, SILENT);
export const fetchHealth = () => gateway('GET /admin/health', {}, SILENT).then(({ list }) => list);
export const fetchSettings = () => gateway('GET /admin/settings', {}, SILENT).then(({ list }) => list);
export const putSetting = (key: string, value: unknown) => gateway('PUT /admin/settings', { key, value }, SILENT);

export const fetchOrder = (orderid: string) => gateway('GET /admin/order', { orderid }, SILENT);
/** `refunded`: what had been given back when staff looked. */
export const postRefund = (orderid: string, reason: string, { amount, ends }: RefundWish, refunded: number) =>
  gateway('POST /admin/order/refund', { orderid, reason, refunded, ...(amount === null ? {} : { amount, ends }) }, SILENT);

export const fetchUser = (id: number) => gateway('GET /admin/user', { id }, SILENT);
export const postReveal = (id: number, reason: string) => gateway('POST /admin/user/reveal', { id, reason }, SILENT);
export const deleteLogins = (id: number, reason: string, token_id?: number) =>
  gateway('DELETE /admin/user/logins', { id, reason, token_id }, SILENT);
export const postBan = (id: number, reason: string) => gateway('POST /admin/user/ban', { id, reason }, SILENT);
export const deleteBan = (id: number, reason: string) => gateway('DELETE /admin/user/ban', { id, reason }, SILENT);
export const putRoles = (id: number, roles: readonly Role[], reason: string) =>
  gateway('PUT /admin/user/roles', { id, roles, reason }, SILENT);
export type CouponGift = Omit<CallInput<'POST /admin/user/coupon'>, 'id' | 'reason'>;
export type VoucherGift = Omit<CallInput<'POST /admin/user/voucher'>, 'id' | 'reason'>;
export const postCoupon = (gift: CallInput<'POST /admin/user/coupon'>) => gateway('POST /admin/user/coupon', gift, SILENT);
export const postVoucher = (gift: CallInput<'POST /admin/user/voucher'>) => gateway('POST /admin/user/voucher', gift, SILENT);

export const postSearch = (words: string) => gateway('POST /admin/search', { words }, SILENT).then(({ list }) => list);

export const fetchFacts = (list: string) => gateway('GET /admin/list/facts', { list }, SILENT);
export const fetchPage = (list: string, at: { query: string; after: string; before: string }) =>
  gateway('GET /admin/list/page', { list, ...at }, SILENT);
export const postView = (list: string, name: string, query: string) =>
  gateway('POST /admin/list/view', { list, name, query }, SILENT).then(({ views }) => views);
export const deleteView = (list: string, id: number) => gateway('DELETE /admin/list/view', { list, id }, SILENT).then(({ views }) => views);

export interface BulkWish {
  list: string;
  action: string;
  /** Empty: all that match. */
  ids: string[];
  query: string;
}

export const postPreview = (wish: BulkWish) => gateway('POST /admin/list/preview', wish, SILENT);
export const postRun = (wish: BulkWish, reason: string, expected: number) =>
  gateway('POST /admin/list/run', { ...wish, reason, expected }, SILENT);
export const fetchRun = (id: number) => gateway('GET /admin/list/run', { id }, SILENT);

/** The whole list as a file. @throws ApiError */
export async function fetchCsv(list: string, query: string, columns: string[]): Promise<Blob> {
  const token = $session.get()?.token ?? '';
  const response = await fetch(`/gateway${ADMIN_CALLS.export}`, {
    method: 'POST',
    headers: { token, platform: '4', 'content-type': 'application/json' },
    body: JSON.stringify({ list, query, columns }),
  }).catch(() => null);
  if (response?.ok && (response.headers.get('content-type') ?? '').startsWith('text/csv')) return response.blob();
  const answer = (await response?.json().catch(() => null)) as { code?: number; msg?: string } | null;
  throw new ApiError({ code: answer?.code ?? 1, msg: answer?.msg ?? '导出失败，请稍后再试', status: response?.status ?? 0 });
}
