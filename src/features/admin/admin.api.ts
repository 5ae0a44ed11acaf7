import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { $session } from '#client/session.ts';
import {
  ADMIN_CALLS,
  type BulkRun,
  type ConsoleFound,
  type ListFacts,
  type ListPage,
  type ProviderHealth,
  type RefundWish,
  type SavedView,
  type SettingForm,
  type StaffOrder,
  type StaffUser,
  type TodayFacts,
} from '#contract/admin.ts';

// screens say themselves what failed
const SILENT = { silent: true } as const;

export const fetchToday = () => gateway.get<TodayFacts>(ADMIN_CALLS.today, {}, SILENT);
export const fetchHealth = () => gateway.get<{ list: ProviderHealth[] }>(ADMIN_CALLS.health, {}, SILENT).then(({ list }) => list);
export const fetchSettings = () => gateway.get<{ list: SettingForm[] }>(ADMIN_CALLS.settings, {}, SILENT).then(({ list }) => list);
/** A file that the caller uploaded becomes public; its address on our site. */
export const postPicture = (file_id: number) =>
  gateway.post<{ src: string }>(ADMIN_CALLS.picture, { file_id }, SILENT).then(({ src }) => src);
export const putSetting = (key: string, value: unknown) => gateway.put(ADMIN_CALLS.settings, { key, value }, SILENT);

export const fetchOrder = (orderid: string) => gateway.get<StaffOrder>(ADMIN_CALLS.order, { orderid }, SILENT);
/** `refunded`: what had been given back when staff looked. */
export const postRefund = (orderid: string, reason: string, { amount, ends }: RefundWish, refunded: number) =>
  gateway.post<{ outcome: 'refunded' | 'asked' }>(
    ADMIN_CALLS.refund,
    { orderid, reason, refunded, ...(amount === null ? {} : { amount, ends }) },
    SILENT,
  );

export const fetchUser = (id: number) => gateway.get<StaffUser>(ADMIN_CALLS.user, { id }, SILENT);
export const postReveal = (id: number, reason: string) => gateway.post<{ mobile: string }>(ADMIN_CALLS.reveal, { id, reason }, SILENT);
export const deleteLogins = (id: number, reason: string, token_id?: number) =>
  gateway.del(ADMIN_CALLS.end_login, { id, reason, token_id }, SILENT);
export const postBan = (id: number, reason: string) => gateway.post(ADMIN_CALLS.ban, { id, reason }, SILENT);
export const deleteBan = (id: number, reason: string) => gateway.del(ADMIN_CALLS.ban, { id, reason }, SILENT);
export const putRoles = (id: number, roles: string[], reason: string) => gateway.put(ADMIN_CALLS.roles, { id, roles, reason }, SILENT);
export const postCoupon = (gift: object) => gateway.post(ADMIN_CALLS.coupon, gift, SILENT);
export const postVoucher = (gift: object) => gateway.post(ADMIN_CALLS.voucher, gift, SILENT);

export const postSearch = (words: string) =>
  gateway.post<{ list: ConsoleFound[] }>(ADMIN_CALLS.search, { words }, SILENT).then(({ list }) => list);

export const fetchFacts = (list: string) => gateway.get<ListFacts>(ADMIN_CALLS.facts, { list }, SILENT);
export const fetchPage = (list: string, at: { query: string; after: string; before: string }) =>
  gateway.get<ListPage>(ADMIN_CALLS.page, { list, ...at }, SILENT);
export const postView = (list: string, name: string, query: string) =>
  gateway.post<{ views: SavedView[] }>(ADMIN_CALLS.view, { list, name, query }, SILENT).then(({ views }) => views);
export const deleteView = (list: string, id: number) =>
  gateway.del<{ views: SavedView[] }>(ADMIN_CALLS.view, { list, id }, SILENT).then(({ views }) => views);

export interface BulkWish {
  list: string;
  action: string;
  /** Empty: all that match. */
  ids: string[];
  query: string;
}

export const postPreview = (wish: BulkWish) => gateway.post<{ count: number }>(ADMIN_CALLS.preview, wish, SILENT);
export const postRun = (wish: BulkWish, reason: string, expected: number) =>
  gateway.post<{ id: number }>(ADMIN_CALLS.run, { ...wish, reason, expected }, SILENT);
export const fetchRun = (id: number) => gateway.get<BulkRun>(ADMIN_CALLS.run, { id }, SILENT);

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
