export { closeAccount, closingCheck, endOtherWays, eraseDue, forgetTraces } from './closing.ts';
export { askExport, cleanExports, makeExport, openExport, ownExport } from './export-data.ts';
export { privacyJobs } from './jobs.ts';
export { blocked, joined, once, type Personal, paged, registerPersonal } from './personal.ts';
