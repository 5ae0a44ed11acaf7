import { gateway } from '#client/gateway.ts';
import { COUPON_CALLS, type CouponFormFacts, type GotCoupon } from '#contract/coupon.ts';

/** Screens show their failures themselves. */
const SILENT = { silent: true } as const;

export const postClaim = (id: number) => gateway.post<GotCoupon>(COUPON_CALLS.index, { id });
export const postCode = (code: string) => gateway.post<GotCoupon>(COUPON_CALLS.index, { code }, SILENT);
export const fetchCouponForm = (id: number) => gateway.get<CouponFormFacts>(COUPON_CALLS.form, { id }, SILENT);
export const postCouponForm = (form: object) => gateway.post<{ id: number }>(COUPON_CALLS.form, form, SILENT);
export const postIssue = (input: { definition_id: number; mobiles: string[]; reason: string }) =>
  gateway.post<{ given: number; unknown: string[] }>(COUPON_CALLS.issue, input, SILENT);
