export { type BatchInput, makeBatch, redeemCode, stopBatch } from './codes.ts';
export { type BatchLine, batchSource, type DefinitionLine, definitionSource } from './definitions.repo.ts';
export {
  claimableCoupons,
  claimCoupon,
  definitionFace,
  definitionForm,
  definitionTitle,
  giveByDefinition,
  giveToNew,
  saveDefinition,
  switchDefinition,
  voucherWorth,
} from './definitions.ts';
export { couponValue } from './rules.ts';
export {
  type Coupon,
  type CouponUse,
  couponsOf,
  endedCoupons,
  GIFT_USED_TEXT,
  heldCoupons,
  holdCoupon,
  issueCoupon,
  issueVoucher,
  mostGiven,
  type NewCoupon,
  ownedCoupons,
  redeemCoupon,
  redeemVoucher,
  releaseCoupon,
  returnCoupon,
  tellEnding,
  usableCoupon,
  usableCoupons,
  voucherCount,
  voucherJobs,
  vouchersOf,
} from './vouchers.ts';
