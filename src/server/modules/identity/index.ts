export { authenticate } from './authenticate.ts';
export { loginOf, loginStands, requireFreshProof } from './bound-to-login.ts';
export { changeMobile, changePassword } from './change-account.ts';
export { checkCode, withCode } from './claim-code.ts';
export { closingNote, dueClosings, eraseAccount, startClosing } from './close-account.ts';
export { type ClosingLine, closingSource } from './closing.staff.repo.ts';
export { completeProfile } from './complete-profile.ts';
export { createUser, type NewUser, registerWelcome, type Welcome } from './create-user.ts';
export { endAllOfUser, endedLogins, type LastingEnd, onLoginsEnded, registerLastingEnd } from './end-logins.ts';
export { type Account, accountMobile, accountMobiles, contactMobile, getAccount, maskMobile } from './get-account.ts';
export { handedOverTo, handOver, logInByHandOver } from './hand-over.ts';
export { issueToken, type Login, type LoginFrom } from './issue-token.ts';
export { identityJobs } from './jobs.ts';
export { logInByCode, logInByPassword } from './log-in.ts';
export { logOut } from './log-out.ts';
export { editProfile, exportedAccount, ownProfile, setUserPicture } from './own-profile.ts';
export {
  crowdedUsers,
  endOtherOwnLogins,
  endOwnLogin,
  invitorOf,
  isAccountClosed,
  isAccountOpen,
  maskNetwork,
  ownDevices,
  sharedTraces,
  tracesOf,
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
export { refuseOwnName } from './refuse-own-name.ts';
export { type Registration, register } from './register.ts';
export { resetPassword } from './reset-password.ts';
export type { SecurityChange } from './security-events.ts';
export { type CodeRequest, sendCallerCode, sendCode, sendOwnCode } from './send-code.ts';
export { setRoles } from './set-roles.ts';
export { type UserLine, userSource } from './staff.repo.ts';
export {
  endLogins,
  hiddenStaff,
  newUsersByDay,
  refuseStaffData,
  revealMobile,
  rolesNow,
  setBan,
  setRolesOf,
  staffAccounts,
  type UserForStaff,
  userForStaff,
} from './staff-users.ts';
export { userByMobile, usersByMobile } from './users-by-mobile.ts';
