import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { settleInvites } from './settle-invites.ts';

/** Every ten minutes: rewards of invitations that fell due. */
export function inviteJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'invites.settle',
      cron: '*/10 * * * *',
      async run() {
        await settleInvites(createCtx(app, { kind: 'job', name: 'invites' }, 'invites'));
      },
    },
  ];
}
