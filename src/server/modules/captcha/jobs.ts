import type { App } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { deleteCaptchas } from './repo.ts';

/** Removes captchas an hour after they expired. */
export function captchaJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'captcha.forget',
      cron: '17 * * * *',
      async run() {
        await deleteCaptchas(app.db, new Date(app.clock.now().getTime() - 3_600_000));
      },
    },
  ];
}
