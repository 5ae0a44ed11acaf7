export { authenticate } from './authenticate.ts';
export { changeMobile, changePassword, resetPassword } from './change-account.ts';
export { checkCode, withCode } from './claim-code.ts';
export { closingNote, dueClosings, eraseAccount, lockAccount, startClosing } from './close-account.ts';
export { createUser, type NewUser, registerWelcome, type Welcome } from './create-user.ts';
export { hashPassword, passwordMatches } from './hash-password.ts';
export { issueToken, type Login, type LoginFrom } from './issue-token.ts';
export { identityJobs } from './jobs.ts';
export {
  type AccountTrace,
  areLinked,
  linkedAmong,
  linksBetween,
  registerTraceSource,
  type TraceKind,
  type TraceSource,
  tracesOf,
} from './linked.ts';
export {
  endAllOfUser,
  endedLogins,
  type LastingEnd,
  logInByCode,
  logInByPassword,
  loginOf,
  loginStands,
  logOut,
  onLoginsEnded,
  registerLastingEnd,
  requireFreshProof,
} from './log-in.ts';
export { payerTrace, phoneTrace } from './log-mark.ts';
export { countGuess } from './login-limits.ts';
export { handedOverTo, handOver, logInByHandOver } from './one-time.ts';
export {
  type Account,
  accountMobile,
  accountMobiles,
  completeProfile,
  contactMobile,
  editProfile,
  exportedAccount,
  getAccount,
  maskMobile,
  ownProfile,
  refuseOwnName,
  setUserPicture,
} from './own-profile.ts';
export {
  crowdedUsers,
  endOtherOwnLogins,
  endOwnLogin,
  invitorOf,
  isAccountClosed,
  isAccountOpen,
  maskNetwork,
  ownDevices,
  shareNetwork,
  usersBeside,
  usersOfBrowser,
} from './own-security.ts';
export { addPasskey, dropAllPasskeys, dropPasskey, logInByPasskey, ownPasskeys, passkeyLoginOptions, passkeyOptions } from './passkeys.ts';
export { type Proof, proofWays, prove } from './prove.ts';
export {
  addToUserCounter,
  CLOSED_NAME,
  type People,
  publicUsers,
  publishersNamed,
  setPublisherCounts,
  topPublishers,
} from './public-users.ts';
export { type Registration, register } from './register.ts';
export { openUsers } from './repo.ts';
export type { SecurityChange } from './security-events.ts';
export { type CodeRequest, sendCallerCode, sendCode, sendOwnCode } from './send-code.ts';
export { type ClosingLine, closingSource, type UserLine, userSource } from './staff.repo.ts';
export {
  endLogins,
  hiddenStaff,
  newUsersByDay,
  refuseStaffData,
  revealMobile,
  rolesNow,
  setBan,
  setRoles,
  setRolesOf,
  staffAccounts,
  type UserForStaff,
  usedSms,
  userByMobile,
  userForStaff,
  usersByMobile,
} from './staff-users.ts';
