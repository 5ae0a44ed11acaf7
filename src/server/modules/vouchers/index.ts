export {
  type Coupon,
  type CouponUse,
  couponsOf,
  endedCoupons,
  holdCoupon,
  issueCoupon,
  type NewCoupon,
  redeemCoupon,
  releaseCoupon,
  returnCoupon,
  usableCoupon,
  usableCoupons,
} from './coupons.ts';
export { ownedCoupons } from './owned.ts';
export { issueVoucher, redeemVoucher, voucherCount, vouchersOf } from './vouchers.ts';
