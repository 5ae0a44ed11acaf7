export {
  type Coupon,
  type CouponUse,
  endedCoupons,
  holdCoupon,
  issueCoupon,
  type NewCoupon,
  redeemCoupon,
  releaseCoupon,
  usableCoupon,
  usableCoupons,
} from './coupons.ts';
export { issueVoucher, redeemVoucher, voucherCount } from './vouchers.ts';
