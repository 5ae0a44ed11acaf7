import type { App } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { BULK_JOB, carryOutBulk } from './bulk-run.ts';

export function consoleJobs(app: App): JobDefinition[] {
  return [
    {
      name: BULK_JOB,
      expire_s: 3_600,
      run: (payload, stopping) => carryOutBulk(app, (payload as { run_id: number }).run_id, stopping),
    },
  ];
}
