export { type AgreementLine, agreementSource } from './agreements.repo.ts';
export {
  agreementAddress,
  askAutoRenew,
  checkAutoRenew,
  endAgreementByStaff,
  endAllAgreements,
  endAutoRenew,
  ownAgreements,
  renewDue,
} from './auto-renew.ts';
export { FOR_LIFE, membershipSubject } from './membership-subject.ts';
export {
  boughtMembership,
  type DailyName,
  dailyUsed,
  listMembershipOrders,
  orderMembership,
  ownTerms,
  quoteMembership,
  takeDaily,
  unlockName,
  vipList,
} from './own-membership.ts';
export { alonePrices, equityDetail, hasPlans, installPlans, soldSpec, vipPlan, vipPlans } from './plans.ts';
export { membershipJobs, remindOfEnds } from './remind.ts';
export type { SoldSpec } from './repo.ts';
export type { TermLength } from './rules.ts';
export { seatHolderRows, seatTermRows } from './seats.repo.ts';
export {
  addSeats,
  endSeats,
  giveSeat,
  leaveSeats,
  type SeatLine,
  seatLine,
  seatLines,
  seatsOf,
  takeSeat,
  unusedSeats,
} from './seats.ts';
export { endTermEarly, giveTerm, type PlanChange, planForms, savePlan, staffTerms, termWorth } from './staff-membership.ts';
export { type MemberWay, takeMembership } from './take-change.ts';
export {
  type ActiveVip,
  activeVips,
  creditedOf,
  creditLessOf,
  endTermsOf,
  extendMembership,
  extendMemberships,
  type GivenTerm,
  holdMembers,
  knownForLife,
  type MembershipTerm,
  refuseCredited,
  type TermSource,
} from './terms.ts';
