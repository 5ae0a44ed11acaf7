export { actsFor, employeeActs, recordAct, worksTogether } from './acts-for.ts';
export {
  answerInvitation,
  exportedEmployments,
  forgetEmployments,
  inviteEmployee,
  leaveEnterprise,
  ownInvitations,
  ownStaff,
  removeEmployee,
  setEmployeeRights,
} from './employ.ts';
export { isEmployed } from './is-employed.ts';
