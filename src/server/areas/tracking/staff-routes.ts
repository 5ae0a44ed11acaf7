import { trackingStaffCalls } from '#contract/tracking/staff-calls.ts';
import { serve } from '../../http/endpoint.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { makeFiguresSoon } from '../../modules/tracking/index.ts';
import { visits, visitsCsv } from '../../views/admin/visits.ts';

export const visitEndpoints = [
  serve(trackingStaffCalls.figures, visits),
  serve(
    trackingStaffCalls.csv,
    async (ctx, { table, ...wished }) =>
      new Response(await visitsCsv(ctx, wished, table), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': contentDisposition(`访问统计-近${wished.range}天.csv`),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
      }),
  ),
  serve(trackingStaffCalls.again, async (ctx) => {
    await makeFiguresSoon(ctx);
    return null;
  }),
];
