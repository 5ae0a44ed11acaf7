export { actReview } from './act-review.ts';
export { changeSetting, giveRoles } from './admin-acts.ts';
export { type AccountLink, countDone, isBeyond, performAct, refuseOwn, registerAccountLink, secondPersonFacts } from './perform-act.ts';
export { lockStaffActs } from './repo.ts';
export { confirmAbove } from './settings.ts';
export { type ActValue, allStaffActs, defineStaffAct, type StaffAct } from './staff-act.ts';
