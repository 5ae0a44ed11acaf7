import type { App } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { allKinds } from '../catalog/index.ts';
import { refreshTiers } from './repo.ts';

/** Hourly: which documents stand in front changes slowly, and new ones begin in front. */
export function searchJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'search.refresh-tiers',
      cron: '23 * * * *',
      async run() {
        for (const kind of allKinds()) await refreshTiers(app.db, kind.code);
      },
    },
  ];
}
