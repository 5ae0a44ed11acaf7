export { type DailyName, dailyUsed, takeDaily, unlockName } from './daily.ts';
export type { TermLength } from './rules.ts';
export {
  type ActiveVip,
  activeVips,
  endTermsOf,
  extendMembership,
  type GivenTerm,
  type MembershipTerm,
  type TermSource,
} from './terms.ts';
