import { operationsCalls } from '#contract/operations/calls.ts';
import type { Ctx } from '../../app/ctx.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { serve } from '../../http/endpoint.ts';
import { type RunSort, startRun } from '../../modules/operations/index.ts';
import { systemCsv, systemFacts } from '../../views/admin/system.ts';

const start = (sort: RunSort) => async (ctx: Ctx) => {
  await startRun(ctx, sort);
  return null;
};

export const operationsEndpoints = [
  serve(operationsCalls.facts, systemFacts),
  serve(operationsCalls.csv, async (ctx, { table }) => csvAnswer(`系统-${table}.csv`, await systemCsv(ctx, table))),
  serve(operationsCalls.backup, start('backup')),
  serve(operationsCalls.rehearsal, start('rehearsal')),
];
