export { subjectText } from '../../outbox/audit-subjects.ts';
export { COMMAND_LINE, countDeadEvents } from '../../outbox/outbox.ts';
export {
  type AuditLine,
  auditOf,
  auditSource,
  countFailedJobs,
  type EventLine,
  eventSource,
  type JobLine,
  jobSource,
  retryEvent,
  retryJob,
} from '../../outbox/staff-sources.ts';
export { type BulkInput, bulkRun, consoleJobs, previewBulk, startBulk } from './bulk-run.ts';
export { CSV_START, csvLine, csvPieces, csvTime, eachOf } from './csv.ts';
export { exportList, noteExport } from './export-list.ts';
export { type CouponGift, giveCoupon, giveVoucher, issueToPhones } from './give-to-user.ts';
export { dropView, listFacts, type PageInput, readList, saveView } from './read-list.ts';
export { countWaiting, searchConsole } from './search-console.ts';
export {
  actsOf,
  allStaffLists,
  BY_DAY,
  BY_TIME,
  choiceFilter,
  listOfScreen,
  registerStaffList,
  type StaffList,
  type StaffListAction,
  screenOf,
  showRows,
  stateFilter,
} from './staff-list.ts';
export { xlsxOf } from './xlsx.ts';
