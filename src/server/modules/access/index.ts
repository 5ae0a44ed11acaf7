export { decide, decideToGive, isMember, memberUnlocks, takeContent } from './decide.ts';
export {
  companyOf,
  companyOrders,
  forgetLibrary,
  grantAccess,
  grantAccessTo,
  grantedBetween,
  grantsOf,
  hasGrant,
  hasLastingGrant,
  heldForGood,
  heldItems,
  holdersOf,
  revokeAccess,
  rightsHad,
  shareLibrary,
  timesOfBuyers,
  unlockAsMember,
  unshareLibrary,
} from './grants.ts';
export { memberPrice, priceFields, priceFor, pricesOf } from './prices.ts';
export type { Grant, GrantSource, HeldGrant } from './repo.ts';
export { grantRows, grantsOfItem } from './repo.ts';
export { type AccessItem, accessFlags, type LastLockNum, opensOriginals, UNLIMITED, vipTypesOf } from './rules.ts';
