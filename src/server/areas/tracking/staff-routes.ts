import { z } from 'zod';
import { VISIT_CALLS, VISIT_RANGES, VISIT_TABLES } from '#contract/visits.ts';
import { endpoint } from '../../http/endpoint.ts';
import { choiceField, noInput, textField } from '../../http/fields.ts';
import { visitsOutput } from '../../http/outputs/visits.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { makeFiguresSoon } from '../../modules/tracking/index.ts';
import { visits, visitsCsv } from '../../views/admin/visits.ts';

const TAG = 'admin';
const AUTH = { verb: 'visit.see' } as const;
const wish = {
  range: choiceField('时间范围无效', VISIT_RANGES).default(30),
  kind: textField('类型', 32).default(''),
  channel: textField('渠道', 64).default('*'),
};

export const visitEndpoints = [
  endpoint({
    method: 'GET',
    path: VISIT_CALLS.figures,
    summary: '后台：近 7、30、90 天的访问、来源、渠道、转化与留存，可按类型与渠道筛选',
    tag: TAG,
    auth: AUTH,
    input: z.object(wish),
    output: visitsOutput,
    handle: visits,
  }),
  endpoint({
    method: 'GET',
    path: VISIT_CALLS.csv,
    summary: '后台：访问统计中的一张表（CSV）',
    tag: TAG,
    auth: AUTH,
    input: z.object({ ...wish, table: z.enum(VISIT_TABLES, { error: '没有这张表' }) }),
    answers: 'text/csv',
    handle: async (ctx, { table, ...wished }) =>
      new Response(await visitsCsv(ctx, wished, table), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': contentDisposition(`访问统计-近${wished.range}天.csv`),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
      }),
  }),
  endpoint({
    method: 'POST',
    path: VISIT_CALLS.again,
    summary: '后台：马上重新统计最近八天',
    tag: TAG,
    auth: AUTH,
    input: noInput,
    limit: { points: 6, window_s: 60 },
    output: z.null(),
    handle: async (ctx) => {
      await makeFiguresSoon(ctx);
      return null;
    },
  }),
];
