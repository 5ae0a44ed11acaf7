import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { allKinds } from '../catalog/index.ts';
import { reindexOld } from './index-item.ts';
import { learn, REPLAY_JOB, replay, tidyQueries } from './learning/learn.ts';
import { refreshTiers } from './repo.ts';
import { learnWordsOf } from './words/learn-words.ts';

/** Hourly tiers: which documents stand in front changes slowly, and new ones begin in front. */
export function searchJobs(app: App): JobDefinition[] {
  const ctxOf = (name: string) => createCtx(app, { kind: 'job', name }, name);
  return [
    {
      name: 'search.refresh-tiers',
      cron: '23 * * * *',
      expire_s: 3_600,
      async run(_payload, stopping) {
        const kinds = allKinds().map(({ code }) => code);
        await refreshTiers(app.db, kinds, { stopping });
      },
    },
    {
      name: 'search.reindex',
      cron: '*/5 * * * *',
      expire_s: 7_200,
      async run(_payload, stopping) {
        await reindexOld(ctxOf('search.reindex'), stopping);
      },
    },
    {
      name: 'search.learn',
      cron: '*/10 * * * *',
      async run(_payload, stopping) {
        await learn(ctxOf('search.learn'), stopping);
      },
    },
    {
      name: 'search.learn-words',
      cron: '40 4 * * *',
      async run() {
        await learnWordsOf(ctxOf('search.learn-words'));
      },
    },
    {
      name: REPLAY_JOB,
      expire_s: 1_800,
      async run(_payload, stopping) {
        await replay(ctxOf(REPLAY_JOB), stopping);
      },
    },
    {
      name: 'search.tidy',
      cron: '10 4-6 * * *',
      expire_s: 1_800,
      async run(_payload, stopping) {
        await tidyQueries(ctxOf('search.tidy'), stopping);
      },
    },
  ];
}
