import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { choiceField, textField } from '#contract/input-fields.ts';
import { visitsOutput } from '#contract/outputs/visits.ts';
import { VISIT_RANGES, VISIT_TABLES } from '#contract/visits.ts';

const call = callsOf('admin');
const AUTH = { verb: 'visit.see' } as const;
const wish = {
  range: choiceField('时间范围无效', VISIT_RANGES).default(30),
  kind: textField('类型', 32).default(''),
  channel: textField('渠道', 64).default('*'),
};

export const trackingStaffCalls = {
  figures: call('GET', '/admin/visits', {
    summary: '后台：近 7、30、90 天的访问、来源、渠道、转化与留存，可按类型与渠道筛选',
    auth: AUTH,
    input: z.object(wish),
    output: visitsOutput,
  }),
  csv: call('GET', '/admin/visits/csv', {
    summary: '后台：访问统计中的一张表（CSV）',
    auth: AUTH,
    input: z.object({ ...wish, table: z.enum(VISIT_TABLES, { error: '没有这张表' }) }),
    answers: 'text/csv',
  }),
  again: call('POST', '/admin/visits/again', {
    summary: '后台：马上重新统计最近八天',
    auth: AUTH,
    limit: { points: 6, window_s: 60 },
    output: z.null(),
  }),
};
