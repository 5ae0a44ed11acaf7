import { gateway } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;

export const postClaim = (id: number) => gateway('POST /api/coupon/index', { id });
export const postCode = (code: string) => gateway('POST /api/coupon/index', { code }, SILENT);
export const fetchCouponForm = (id: number) => gateway('GET /admin/coupon', { id }, SILENT);
export const postCouponForm = (form: CallInput<'POST /admin/coupon'>) => gateway('POST /admin/coupon', form, SILENT);
export const postIssue = (input: { definition_id: number; mobiles: string[]; reason: string }) =>
  gateway('POST /admin/coupon/issue', input, SILENT);
