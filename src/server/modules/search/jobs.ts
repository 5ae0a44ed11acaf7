import type { JobDefinition } from '../../db/jobs.ts';
import type { App } from '../../kernel/ctx.ts';
import { KIND_SCHEME } from '../catalog/index.ts';
import { refreshTiers } from './repo.ts';

/** Hourly: which documents stand in front changes slowly, and new ones begin in front. */
export function searchJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'search.refresh-tiers',
      cron: '23 * * * *',
      run: () => refreshTiers(app.db, KIND_SCHEME),
    },
  ];
}
