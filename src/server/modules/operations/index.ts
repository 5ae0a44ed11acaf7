export { type BackupState, backupFolder, backupState, lastBackup, makeBackup, makeRehearsal, startRun } from './backups.ts';
export { BUCKET_LEFT_OUT, BUCKET_TODO } from './bucket-text.ts';
export { operationsJobs } from './jobs.ts';
export { type Certificate, certificateOf, diskOf, serverVersion } from './machine.ts';
export type { BackupRow, RunSort } from './repo.ts';
export { BACKUP_AGE_MAX_MS, CERTIFICATE_DAYS_MIN, type Disk, daysUntil, gbText, isDiskLow, warningsOf } from './rules.ts';
export { keepSample, type LoopStall, type ProcessFigures, quantile, samplesSince, slowStatements, TIME_CLASSES_MS } from './samples.ts';
export { backupHour, backupKeep, rehearseDays } from './settings.ts';
export { systemWarnings, watched } from './system-warnings.ts';
