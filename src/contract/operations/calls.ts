import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { SYSTEM_TABLES } from '#contract/operations.ts';
import { systemFactsOutput } from '#contract/outputs/operations.ts';

const call = callsOf('admin');

const runCall = <const P extends string>(path: P, title: string) =>
  call('POST', path, {
    summary: `后台：${title}，在后台进行，结果见系统页；正有备份或演练时不执行（409）`,
    auth: { verb: 'system.act' },
    limit: { points: 6, window_s: 60 },
    output: z.null(),
  });

export const operationsCalls = {
  facts: call('GET', '/admin/system', {
    summary: '后台：近 24 小时的请求、耗时与内存，磁盘、证书、备份、版本与慢查询',
    auth: { verb: 'system.see' },
    output: systemFactsOutput,
  }),
  csv: call('GET', '/admin/system/export', {
    summary: '后台：系统页中的一张表（CSV）',
    auth: { verb: 'system.see' },
    input: z.object({ table: z.enum(SYSTEM_TABLES, { error: '没有这张表' }) }),
    answers: 'text/csv',
  }),
  backup: runCall('/admin/system/backup', '立即备份'),
  rehearsal: runCall('/admin/system/rehearsal', '立即把最新的备份恢复到临时数据库核对一遍'),
};
