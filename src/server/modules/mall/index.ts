export { findOfferedGoods, goodsDetail, goodsForm, offeredGoods, saveGoods, shelveGoods } from './goods.ts';
export {
  askReturn,
  cancelRedemption,
  forgetParcels,
  ownRedemption,
  ownRedemptions,
  parcelsToShip,
  receiveRedemption,
} from './own-redemptions.ts';
export { mallJobs, quoteGoods, type RedeemInput, redeemGoods } from './redeem.ts';
export { redeemerReview } from './redeemer-review.ts';
export { type GoodsLine, goodsSource, type RedemptionLine, redemptionRows, redemptionSource } from './repo.ts';
export {
  cancelByStaff,
  decideReturn,
  exportWaiting,
  importShipped,
  receiveInTime,
  redemptionForStaff,
  revealParcel,
  shipRedemption,
} from './staff-redemptions.ts';
