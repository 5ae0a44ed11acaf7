import type { JobDefinition } from '../../db/jobs.ts';
import { type App, createCtx } from '../../kernel/ctx.ts';
import { renderFile } from './rendering/render-file.ts';
import { RENDER_JOB } from './rendering/render-job.ts';
import { resumeRenderings } from './rendering/resume-renderings.ts';
import { cleanFiles } from './uploading/clean-files.ts';
import { cleanUploads } from './uploading/clean-uploads.ts';

const ctxOf = (app: App, name: string) => createCtx(app, { kind: 'job', name }, name);

/** Page rendering, taking up what a killed process left, cleaning of half uploads and unused files. */
export function publishingJobs(app: App): JobDefinition[] {
  let cleaned = false;
  return [
    {
      name: RENDER_JOB,
      expire_s: 3_600,
      // the provider shares its children among them: a page that hangs in one document does not hold up the next
      workers: 2,
      run: (payload, stopping) => renderFile(ctxOf(app, RENDER_JOB), (payload as { file_id: number }).file_id, stopping),
    },
    {
      name: 'publishing.resume',
      cron: '* * * * *',
      async run() {
        const ctx = ctxOf(app, 'publishing.resume');
        await resumeRenderings(ctx);
        // the first tick of a process also removes what an earlier one left
        if (!cleaned) await cleanUploads(ctx);
        cleaned = true;
      },
    },
    {
      name: 'publishing.clean',
      cron: '17 * * * *',
      async run() {
        const ctx = ctxOf(app, 'publishing.clean');
        await cleanUploads(ctx);
        await cleanFiles(ctx);
      },
    },
  ];
}
