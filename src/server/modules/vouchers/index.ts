export {
  type Coupon,
  type CouponUse,
  holdCoupon,
  issueCoupon,
  type NewCoupon,
  redeemCoupon,
  releaseCoupon,
  usableCoupon,
  usableCoupons,
} from './coupons.ts';
export { ownedCoupons } from './owned.ts';
export { issueVoucher, redeemVoucher, voucherCount } from './vouchers.ts';
