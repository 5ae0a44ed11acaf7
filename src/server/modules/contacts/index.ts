export { contactJobs } from './jobs.ts';
export { type UnlockLine, unlockRows, unlockSource } from './repo.ts';
export { contactClosed, contactCoins, contactFreeForCompanies, contactOpen, contactPrices } from './settings.ts';
export { callerTraces, changeCaller, contactButton, contactState, releaseStale, sendCallerProof, unlockContact } from './unlock-contact.ts';
