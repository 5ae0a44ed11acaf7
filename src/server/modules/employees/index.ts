export {
  actsFor,
  answerInvitation,
  companyTraces,
  employeeActs,
  exportedEmployments,
  forgetEmployments,
  inviteEmployee,
  leaveEnterprise,
  ownInvitations,
  ownStaff,
  recordAct,
  removeEmployee,
  setEmployeeRights,
} from './employ.ts';
export { type Employment, type EmploymentHook, registerEmploymentHook } from './hooks.ts';
export { endLink, endLinkOf, joinByLink, linkOf, makeLink, ownLink } from './links.ts';
export { countActive, employersOf, holdActive } from './repo.ts';
