export { type DailyName, dailyUsed, takeDaily, unlockName } from './daily.ts';
export { type ActiveVip, activeVips, extendMembership, type MembershipTerm } from './terms.ts';
