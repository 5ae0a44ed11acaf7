import type { JobDefinition } from '../db/jobs.ts';
import { type App, type Ctx, createCtx } from './ctx.ts';

/** Work that the clock begins, step after step, in the name of its job. */
export const timedJob = (app: App, name: string, cron: string, ...steps: Array<(ctx: Ctx) => Promise<unknown>>): JobDefinition => ({
  ...{ name, cron },
  async run() {
    for (const step of steps) await step(createCtx(app, { kind: 'job', name }, name));
  },
});
