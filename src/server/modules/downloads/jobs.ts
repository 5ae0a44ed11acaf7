import type { App } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { deleteCaptchas } from './repo.ts';

/** Removes captchas an hour after they expired. */
export function downloadJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'downloads.forget-captchas',
      cron: '17 * * * *',
      async run() {
        await deleteCaptchas(app.db, new Date(app.clock.now().getTime() - 3_600_000));
      },
    },
  ];
}
