import { z } from 'zod';
import { call } from '#contract/call.ts';
import { ENGINE_TABLES } from '#contract/engines.ts';
import { noInput } from '#contract/input-fields.ts';
import { enginesOutput } from '#contract/outputs/engines.ts';

const AUTH = { verb: 'visit.see' } as const;

export const seoCalls = {
  figures: call({
    method: 'GET',
    path: '/admin/engines',
    summary: '后台：搜索引擎今天收到的网址与余额，近七天抓取与抓取失败的页面',
    tag: 'admin',
    auth: AUTH,
    input: noInput,
    output: enginesOutput,
  }),
  csv: call({
    method: 'GET',
    path: '/admin/engines/export',
    summary: '后台：搜索引擎页中的一张表（CSV）',
    tag: 'admin',
    auth: AUTH,
    input: z.object({ table: z.enum(ENGINE_TABLES, { error: '没有这张表' }) }),
    answers: 'text/csv',
  }),
  push: call({
    method: 'POST',
    path: '/admin/engines/push',
    summary: '后台：马上推送等待中的网址',
    tag: 'admin',
    auth: AUTH,
    input: noInput,
    limit: { points: 6, window_s: 60 },
    output: z.null(),
  }),
};
