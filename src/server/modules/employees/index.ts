export { actsFor, employeeActs, recordAct, worksTogether } from './acts-for.ts';
export {
  answerInvitation,
  exportedEmployments,
  forgetEmployments,
  inviteEmployee,
  isEmployed,
  leaveEnterprise,
  ownInvitations,
  ownStaff,
  removeEmployee,
  setEmployeeRights,
} from './employ.ts';
