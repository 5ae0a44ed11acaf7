export { type UnlockLine, unlockRows, unlockSource } from './repo.ts';
export { contactClosed, contactCoins, contactFreeForCompanies, contactOpen, contactPrices } from './settings.ts';
export {
  callerTraces,
  changeCaller,
  contactButton,
  contactJobs,
  contactState,
  releaseStale,
  sendCallerProof,
  unlockContact,
} from './unlock-contact.ts';
