import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { eraseDue } from './closing.ts';
import { cleanExports, EXPORT_JOB, makeExport } from './export-data.ts';

/** Packages of data as they are ordered; each hour, accounts whose days of grace are over and packages that are. */
export function privacyJobs(app: App): JobDefinition[] {
  const ctx = createCtx(app, { kind: 'job', name: 'privacy' }, 'privacy');
  return [
    { name: EXPORT_JOB, run: (payload) => makeExport(ctx, (payload as { id: number }).id) },
    {
      name: 'privacy.erase',
      cron: '7 * * * *',
      async run() {
        await eraseDue(ctx);
      },
    },
    { name: 'privacy.clean', cron: '37 * * * *', run: () => cleanExports(ctx) },
  ];
}
