import { z } from 'zod';
import { call } from '#contract/call.ts';
import { choiceField, noInput, textField } from '#contract/input-fields.ts';
import { visitsOutput } from '#contract/outputs/visits.ts';
import { VISIT_RANGES, VISIT_TABLES } from '#contract/visits.ts';

const TAG = 'admin';
const AUTH = { verb: 'visit.see' } as const;
const wish = {
  range: choiceField('时间范围无效', VISIT_RANGES).default(30),
  kind: textField('类型', 32).default(''),
  channel: textField('渠道', 64).default('*'),
};

export const trackingStaffCalls = {
  figures: call({
    method: 'GET',
    path: '/admin/visits',
    summary: '后台：近 7、30、90 天的访问、来源、渠道、转化与留存，可按类型与渠道筛选',
    tag: TAG,
    auth: AUTH,
    input: z.object(wish),
    output: visitsOutput,
  }),
  csv: call({
    method: 'GET',
    path: '/admin/visits/csv',
    summary: '后台：访问统计中的一张表（CSV）',
    tag: TAG,
    auth: AUTH,
    input: z.object({ ...wish, table: z.enum(VISIT_TABLES, { error: '没有这张表' }) }),
    answers: 'text/csv',
  }),
  again: call({
    method: 'POST',
    path: '/admin/visits/again',
    summary: '后台：马上重新统计最近八天',
    tag: TAG,
    auth: AUTH,
    input: noInput,
    limit: { points: 6, window_s: 60 },
    output: z.null(),
  }),
};
