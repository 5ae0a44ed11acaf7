import { z } from 'zod';
import { ENGINE_CALLS, ENGINE_TABLES } from '#contract/engines.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noInput } from '../../http/fields.ts';
import { enginesOutput } from '../../http/outputs/engines.ts';
import { engineFigures, pushNow } from '../../modules/seo/index.ts';
import { enginesCsv } from '../../views/admin/engines-csv.ts';

const AUTH = { verb: 'visit.see' } as const;

export const seoEndpoints = [
  endpoint({
    method: 'GET',
    path: ENGINE_CALLS.figures,
    summary: '后台：搜索引擎今天收到的网址与余额，近七天抓取与抓取失败的页面',
    tag: 'admin',
    auth: AUTH,
    input: noInput,
    output: enginesOutput,
    handle: engineFigures,
  }),
  endpoint({
    method: 'GET',
    path: ENGINE_CALLS.csv,
    summary: '后台：搜索引擎页中的一张表（CSV）',
    tag: 'admin',
    auth: AUTH,
    input: z.object({ table: z.enum(ENGINE_TABLES, { error: '没有这张表' }) }),
    answers: 'text/csv',
    handle: async (ctx, { table }) => csvAnswer(`搜索引擎-${table}.csv`, await enginesCsv(ctx, table)),
  }),
  endpoint({
    method: 'POST',
    path: ENGINE_CALLS.push,
    summary: '后台：马上推送等待中的网址',
    tag: 'admin',
    auth: AUTH,
    input: noInput,
    limit: { points: 6, window_s: 60 },
    output: z.null(),
    handle: async (ctx) => {
      await pushNow(ctx);
      return null;
    },
  }),
];
