export {
  type BackupState,
  BUCKET_LEFT_OUT,
  BUCKET_TODO,
  backupFolder,
  backupState,
  lastBackup,
  makeBackup,
  makeRehearsal,
  startRun,
} from './backups.ts';
export { operationsJobs } from './jobs.ts';
export { type Certificate, certificateOf, diskOf, serverVersion } from './machine.ts';
export {
  checkExport,
  dropOldPart,
  exportPart,
  keepMonths,
  type MonthTable,
  monthParts,
  movePart,
  registerMonthTable,
  type ShownPart,
} from './months.ts';
export { notePublicAccounts, publicAccounts } from './public-accounts.ts';
export type { BackupRow, RunSort } from './repo.ts';
export { BACKUP_AGE_MAX_MS, CERTIFICATE_DAYS_MIN, type Disk, daysUntil, gbText, isDiskLow, type Watched, warningsOf } from './rules.ts';
export {
  keepSample,
  type LoopStall,
  outsideWarnings,
  type ProcessFigures,
  quantile,
  samplesSince,
  slowStatements,
  systemWarnings,
  TIME_CLASSES_MS,
  watched,
} from './samples.ts';
export { backupHour, backupKeep, rehearseDays } from './settings.ts';
