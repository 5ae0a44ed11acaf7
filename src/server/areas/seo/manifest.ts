import { seoCalls } from '#contract/seo/calls.ts';
import { serve } from '../../http/endpoint.ts';
import { csvAnswer } from '../../http/file-answer.ts';
import { engineFigures, itemChanged, pushNow, pushSoon, seoJobs, verificationFiles } from '../../modules/seo/index.ts';
import { enginesCsv } from '../../views/admin/search-desk.ts';
import type { Manifest } from '../manifest.ts';

const seoEndpoints = [
  serve(seoCalls.figures, engineFigures),
  serve(seoCalls.csv, async (ctx, { table }) => csvAnswer(`搜索引擎-${table}.csv`, await enginesCsv(ctx, table))),
  serve(seoCalls.push, async (ctx) => {
    await pushNow(ctx);
    return null;
  }),
];

/** Search engines: what is submitted to them, their robots, files that prove the site to them. */
export const seoArea: Manifest = {
  name: 'seo',
  endpoints: seoEndpoints,
  jobs: seoJobs,
  settings: [verificationFiles],
  on: (_app, ctx) => ({
    'item.changed': [
      async ({ item_id, what }) => {
        if (what === 'listing') return;
        await itemChanged(ctx, item_id);
        await pushSoon(ctx);
      },
    ],
  }),
};
