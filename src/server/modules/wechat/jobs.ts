import type { App } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { deleteOldLogins } from './repo.ts';

/** Removes QRs an hour after they ended: what WeChat said of who did not stay is not retained. */
export function wechatJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'wechat.forget-logins',
      cron: '27 * * * *',
      run: () => deleteOldLogins(app.db, new Date(app.clock.now().getTime() - 3_600_000)),
    },
  ];
}
