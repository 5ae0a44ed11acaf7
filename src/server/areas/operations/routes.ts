import { z } from 'zod';
import { SYSTEM_CALLS, SYSTEM_TABLES } from '#contract/operations.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noInput } from '../../http/fields.ts';
import { systemFactsOutput } from '../../http/outputs/operations.ts';
import { type RunSort, startRun } from '../../modules/operations/index.ts';
import { systemFacts } from '../../views/admin/system.ts';
import { systemCsv } from '../../views/admin/system-csv.ts';

export const operationsEndpoints = [
  endpoint({
    method: 'GET',
    path: SYSTEM_CALLS.facts,
    summary: '后台：近 24 小时的请求、耗时与内存，磁盘、证书、备份、版本与慢查询',
    tag: 'admin',
    auth: { verb: 'system.see' },
    input: noInput,
    output: systemFactsOutput,
    handle: systemFacts,
  }),
  endpoint({
    method: 'GET',
    path: SYSTEM_CALLS.csv,
    summary: '后台：系统页中的一张表（CSV）',
    tag: 'admin',
    auth: { verb: 'system.see' },
    input: z.object({ table: z.enum(SYSTEM_TABLES, { error: '没有这张表' }) }),
    answers: 'text/csv',
    handle: async (ctx, { table }) => csvAnswer(`系统-${table}.csv`, await systemCsv(ctx, table)),
  }),
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
