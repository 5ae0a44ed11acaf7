import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { releaseStale } from './unlock-contact.ts';

export function contactJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'contacts.release',
      cron: '* * * * *',
      async run() {
        await releaseStale(createCtx(app, { kind: 'job', name: 'contacts.release' }, 'contacts.release'));
      },
    },
  ];
}
