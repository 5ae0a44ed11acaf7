import { operationsCalls } from '#contract/operations/calls.ts';
import type { Ctx } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { csvAnswer } from '../../http/file-answer.ts';
import { backupHour, backupKeep, operationsJobs, type RunSort, rehearseDays, startRun } from '../../modules/operations/index.ts';
import { alertJobs, alertSetting } from '../../views/admin/alerts.ts';
import { systemCsv, systemFacts } from '../../views/admin/system.ts';
import type { Manifest } from '../manifest.ts';

const start = (sort: RunSort) => async (ctx: Ctx) => {
  await startRun(ctx, sort);
  return null;
};

const operationsEndpoints = [
  serve(operationsCalls.facts, systemFacts),
  serve(operationsCalls.csv, async (ctx, { table }) => csvAnswer(`系统-${table}.csv`, await systemCsv(ctx, table))),
  serve(operationsCalls.backup, start('backup')),
  serve(operationsCalls.rehearsal, start('rehearsal')),
];

/** What operators watch: processes, disks, certificate, backups and their rehearsals. */
export const operationsArea: Manifest = {
  name: 'operations',
  endpoints: operationsEndpoints,
  jobs: (app) => [...operationsJobs(app), ...alertJobs(app)],
  settings: [backupHour, backupKeep, rehearseDays, alertSetting],
};
