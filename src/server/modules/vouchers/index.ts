export { type BatchInput, makeBatch, redeemCode, stopBatch } from './codes.ts';
export {
  type Coupon,
  type CouponUse,
  couponsOf,
  endedCoupons,
  GIFT_USED_TEXT,
  heldCoupons,
  holdCoupon,
  issueCoupon,
  mostGiven,
  type NewCoupon,
  redeemCoupon,
  releaseCoupon,
  returnCoupon,
  usableCoupon,
  usableCoupons,
} from './coupons.ts';
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
export { tellEnding, voucherJobs } from './ending.ts';
export { couponValue } from './rules.ts';
export { issueVoucher, ownedCoupons, redeemVoucher, voucherCount, vouchersOf } from './vouchers.ts';
