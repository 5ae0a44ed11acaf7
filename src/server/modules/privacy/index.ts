export { closeAccount, closingCheck, endOtherWays, eraseDue, forgetTraces } from './closing.ts';
export {
  ageGate,
  consentsOf,
  dueConsents,
  mayFollowReads,
  mayStoreReads,
  noteConsents,
  notePaidTexts,
  noteRegistered,
  sayConsent,
  unfollowed,
} from './consents.ts';
export { askExport, cleanExports, makeExport, openExport, ownExport, privacyJobs } from './export-data.ts';
export { blocked, joined, once, type Personal, paged, registerPersonal } from './personal.ts';
export { consentRows } from './repo.ts';
