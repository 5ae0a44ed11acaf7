import { seoCalls } from '#contract/seo/calls.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { serve } from '../../http/endpoint.ts';
import { engineFigures, pushNow } from '../../modules/seo/index.ts';
import { enginesCsv } from '../../views/admin/search-desk.ts';

export const seoEndpoints = [
  serve(seoCalls.figures, engineFigures),
  serve(seoCalls.csv, async (ctx, { table }) => csvAnswer(`搜索引擎-${table}.csv`, await enginesCsv(ctx, table))),
  serve(seoCalls.push, async (ctx) => {
    await pushNow(ctx);
    return null;
  }),
];
