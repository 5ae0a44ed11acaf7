export { actReview } from './act-review.ts';
export { changeSetting, giveRoles } from './admin-acts.ts';
export { AskedSecond, countDone, isBeyond, performAct } from './perform-act.ts';
export { lockStaffActs } from './repo.ts';
export { type AccountLink, isOneOf, OWN_TEXT, refuseOwn, registerAccountLink } from './same-person.ts';
export { confirmAbove } from './settings.ts';
export { type ActValue, allStaffActs, defineStaffAct, findStaffAct, type StaffAct } from './staff-act.ts';
