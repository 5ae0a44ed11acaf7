import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { ENGINE_TABLES } from '#contract/engines.ts';
import { enginesOutput } from '#contract/outputs/engines.ts';

const call = callsOf('admin');

const AUTH = { verb: 'visit.see' } as const;

export const seoCalls = {
  figures: call('GET', '/admin/engines', {
    summary: '后台：搜索引擎今天收到的网址与余额，近七天抓取与抓取失败的页面',
    auth: AUTH,
    output: enginesOutput,
  }),
  csv: call('GET', '/admin/engines/export', {
    summary: '后台：搜索引擎页中的一张表（CSV）',
    auth: AUTH,
    input: z.object({ table: z.enum(ENGINE_TABLES, { error: '没有这张表' }) }),
    answers: 'text/csv',
  }),
  push: call('POST', '/admin/engines/push', {
    summary: '后台：马上推送等待中的网址',
    auth: AUTH,
    limit: { points: 6, window_s: 60 },
    output: z.null(),
  }),
};
