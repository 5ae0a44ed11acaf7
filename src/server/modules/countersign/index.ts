export { actReview } from './act-review.ts';
export { changeSetting, giveRoles } from './admin-acts.ts';
export { countDone, isBeyond, performAct, secondPersonFacts } from './perform-act.ts';
export { lockStaffActs } from './repo.ts';
export { type AccountLink, refuseOwn, registerAccountLink } from './same-person.ts';
export { confirmAbove } from './settings.ts';
export { type ActValue, allStaffActs, defineStaffAct, type StaffAct } from './staff-act.ts';
