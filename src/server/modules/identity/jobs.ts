import type { App } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { keptSince } from '../../db/retention.ts';
import { deleteOldTries } from './login-limits.repo.ts';
import { forgetOneTime } from './one-time.ts';
import { deleteOldCodes, deleteOldTokens } from './repo.ts';

const KEEP_MS = 7 * 86_400_000;

/** Each night: logins that ended half a year ago, codes that no quota counts any more and attempts whose window is over. */
export function identityJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'identity.sweep',
      cron: '20 4-6 * * *',
      async run() {
        const before = new Date(app.clock.now().getTime() - KEEP_MS);
        await deleteOldTokens(app.db, keptSince('logins', app.clock.now()));
        await deleteOldCodes(app.db, before);
        await forgetOneTime(app.db, before);
        await deleteOldTries(app.db, before);
      },
    },
  ];
}
