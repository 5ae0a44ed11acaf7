import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { showDueRatings } from './rate.ts';

/** Each hour: ratings that the other side did not answer within their days. */
export function ratingJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'ratings.show',
      cron: '17 * * * *',
      async run() {
        await showDueRatings(createCtx(app, { kind: 'job', name: 'ratings.show' }, 'ratings.show'));
      },
    },
  ];
}
