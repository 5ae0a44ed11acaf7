import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { purgePapers } from './own-papers.ts';

export function paperJobs(app: App): JobDefinition[] {
  const ctx = createCtx(app, { kind: 'job', name: 'papers' }, 'papers');
  return [{ name: 'papers.purge', cron: '41 3-5 * * *', run: () => purgePapers(ctx) }];
}
