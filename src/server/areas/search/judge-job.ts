import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { JUDGE_JOB, runJudged } from '../../modules/search/index.ts';
import { firstWorks } from '../../views/admin/search-desk.ts';

/** The judged list is asked at night and after each change, through the page that readers get. */
export function judgeJob(app: App): JobDefinition<{ why?: string }> {
  return {
    name: JUDGE_JOB,
    cron: '30 4 * * *',
    expire_s: 1_800,
    async run({ why = '每晚检查' }, stopping) {
      const ctx = createCtx(app, { kind: 'job', name: JUDGE_JOB }, JUDGE_JOB);
      await runJudged(ctx, why, (keyword, kind) => firstWorks(ctx, keyword, kind), stopping);
    },
  };
}
