import { gateway } from '#client/gateway.ts';
import { type Gift, PROMOTION_ADMIN_CALLS, type StaffBanner } from '#contract/promotion.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;

export const fetchBanner = (id: number) => gateway.get<StaffBanner>(PROMOTION_ADMIN_CALLS.form, { id }, SILENT);
export const postBanner = (form: object) => gateway.post<{ id: number }>(PROMOTION_ADMIN_CALLS.list, form, SILENT);
export const fetchGiftList = () => gateway.get<{ gifts: Gift[] }>(PROMOTION_ADMIN_CALLS.gifts, {}, SILENT);
export const postGiftList = (form: object) => gateway.post<null>(PROMOTION_ADMIN_CALLS.gifts, form, SILENT);
