export { contactButton, contactState } from './contact-state.ts';
export { contactJobs } from './jobs.ts';
export { unlockRows } from './own-rows.repo.ts';
export { type UnlockLine, unlockSource } from './repo.ts';
export { contactClosed, contactCoins, contactFreeForCompanies, contactOpen, contactPrices } from './settings.ts';
export { changeCaller, releaseStale, sendCallerProof, unlockContact } from './unlock-contact.ts';
