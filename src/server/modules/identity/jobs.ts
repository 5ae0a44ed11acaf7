import type { App } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { forgetOneTime } from './one-time.ts';
import { deleteOldCodes, deleteOldTokens } from './repo.ts';

const KEEP_MS = 7 * 86_400_000;

/** Each night: logins that ended and codes that no quota counts any more. */
export function identityJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'identity.sweep',
      cron: '20 4 * * *',
      async run() {
        const before = new Date(app.clock.now().getTime() - KEEP_MS);
        await deleteOldTokens(app.db, before);
        await deleteOldCodes(app.db, before);
        await forgetOneTime(app.db, before);
      },
    },
  ];
}
