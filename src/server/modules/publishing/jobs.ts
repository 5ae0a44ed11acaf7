import { type App, createCtx } from '../../app/ctx.ts';
import { sweepJob } from '../../app/sweeper.ts';
import { timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { runBulk } from './bulk/run-bulk.ts';
import { BULK_IMPORT_JOB, resumeImports } from './bulk/start-bulk.ts';
import { type FormerPages, HIDE_JOB, hideFormer } from './drafts/prepare-files.ts';
import { publishDue } from './drafts/submit-item.ts';
import { type Desk, RENDER_JOB, renderTurns } from './rendering/render-file.ts';
import { resumeRenderings } from './rendering/retry-file.ts';
import { renewWorks } from './renew-works.ts';
import { RENDER_SEATS } from './rules.ts';
import { SWEEP_JOB, type SweptFile, sweepFile } from './stored-files.ts';
import { tellVersions } from './tell-versions.ts';
import { cleanFiles, cleanUploads, dropUnboughtVersions } from './uploading/clean-files.ts';

const ctxOf = (app: App, name: string) => createCtx(app, { kind: 'job', name }, name);

/** Page rendering, taking up what a killed process left, cleaning of half uploads and unused files. */
export function publishingJobs(app: App): JobDefinition[] {
  const desk: Desk = { busy: 0 };
  return [
    {
      name: RENDER_JOB,
      expire_s: 3_600,
      // one more than draw: a newcomer never waits for the files of one other
      workers: RENDER_SEATS + 1,
      run: (payload, stopping) => renderTurns(ctxOf(app, RENDER_JOB), desk, (payload as { file_id: number }).file_id, stopping),
    },
    timedJob(app, 'publishing.resume', '* * * * *', resumeRenderings, resumeImports, cleanUploads),
    {
      name: BULK_IMPORT_JOB,
      // films among the files are written again while the line waits
      expire_s: 6 * 3_600,
      workers: 2,
      run: (payload, stopping) => runBulk(ctxOf(app, BULK_IMPORT_JOB), (payload as { import_id: number }).import_id, stopping),
    },
    timedJob(app, 'publishing.appear', '* * * * *', publishDue),
    {
      name: 'publishing.tell-versions',
      cron: '* * * * *',
      expire_s: 1_800,
      async run(_payload, stopping) {
        await tellVersions(ctxOf(app, 'publishing.tell-versions'), stopping);
      },
    },
    {
      name: 'publishing.renew-works',
      cron: '*/5 * * * *',
      expire_s: 7_200,
      async run(_payload, stopping) {
        await renewWorks(ctxOf(app, 'publishing.renew-works'), stopping);
      },
    },
    { ...timedJob(app, 'publishing.clean', '17 * * * *', dropUnboughtVersions, cleanFiles), expire_s: 3_600 },
    sweepJob<SweptFile>(app, SWEEP_JOB, sweepFile),
    sweepJob<FormerPages>(app, HIDE_JOB, hideFormer),
  ];
}
