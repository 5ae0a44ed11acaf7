import { z } from 'zod';
import { call } from '#contract/call.ts';
import { noInput } from '#contract/input-fields.ts';
import { SYSTEM_TABLES } from '#contract/operations.ts';
import { systemFactsOutput } from '#contract/outputs/operations.ts';

export const operationsCalls = {
  facts: call({
    method: 'GET',
    path: '/admin/system',
    summary: '后台：近 24 小时的请求、耗时与内存，磁盘、证书、备份、版本与慢查询',
    tag: 'admin',
    auth: { verb: 'system.see' },
    input: noInput,
    output: systemFactsOutput,
  }),
  csv: call({
    method: 'GET',
    path: '/admin/system/export',
    summary: '后台：系统页中的一张表（CSV）',
    tag: 'admin',
    auth: { verb: 'system.see' },
    input: z.object({ table: z.enum(SYSTEM_TABLES, { error: '没有这张表' }) }),
    answers: 'text/csv',
  }),
};
