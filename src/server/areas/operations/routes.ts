import { z } from 'zod';
import { noInput } from '#contract/input-fields.ts';
import { operationsCalls } from '#contract/operations/calls.ts';
import { SYSTEM_CALLS } from '#contract/operations.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { endpoint, serve } from '../../http/endpoint.ts';
import { type RunSort, startRun } from '../../modules/operations/index.ts';
import { systemFacts } from '../../views/admin/system.ts';
import { systemCsv } from '../../views/admin/system-csv.ts';

export const operationsEndpoints = [
  serve(operationsCalls.facts, systemFacts),
  serve(operationsCalls.csv, async (ctx, { table }) => csvAnswer(`系统-${table}.csv`, await systemCsv(ctx, table))),
  runCall(SYSTEM_CALLS.backup, 'backup', '立即备份'),
  runCall(SYSTEM_CALLS.rehearsal, 'rehearsal', '立即把最新的备份恢复到临时数据库核对一遍'),
];

function runCall(path: string, sort: RunSort, title: string) {
  return endpoint({
    method: 'POST',
    path,
    summary: `后台：${title}，在后台进行，结果见系统页；正有备份或演练时不执行（409）`,
    tag: 'admin',
    auth: { verb: 'system.act' },
    input: noInput,
    limit: { points: 6, window_s: 60 },
    output: z.null(),
    handle: async (ctx) => {
      await startRun(ctx, sort);
      return null;
    },
  });
}
