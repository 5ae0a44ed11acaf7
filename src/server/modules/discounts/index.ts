export { type DiscountLine, type DiscountRecord, discountRows, discountSource, findByCode, findOfOwner, lockDiscount } from './repo.ts';
export { type CodeUses, discountState, offOf, offText, whyNoCode } from './rules.ts';
export { type DiscountWish, forgetDiscounts, saveDiscount, stopDiscount } from './save-discount.ts';
