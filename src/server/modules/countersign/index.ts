export { actReview } from './act-review.ts';
export { changeSetting, giveRoles } from './admin-acts.ts';
export {
  type ActValue,
  allStaffActs,
  confirmAbove,
  countDone,
  defineStaffAct,
  isBeyond,
  performAct,
  refuseOwn,
  type StaffAct,
  secondPersonFacts,
} from './perform-act.ts';
export { lockStaffActs } from './repo.ts';
