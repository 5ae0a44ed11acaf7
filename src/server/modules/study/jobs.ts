import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { CERTIFY_JOB, certifyLearners } from './certificate-pdf.ts';
import { dropSilentDevices } from './learning.repo.ts';
import { CERTIFY_PATH_JOB, certifyPath } from './learning-paths.ts';
import { NARROW_JOB, narrowFilms } from './narrow-films.ts';
import { dropOldLinks } from './staff.repo.ts';
import { cutTrial, TRIAL_JOB } from './start-lesson.ts';
import { REPLACED_JOB, tellReplaced } from './teaching/edit-lesson.ts';

const CLEAN_JOB = 'study.clean';
/** Who was given which address is retained this long after it ended, for disputes. */
const LINKS_KEPT_MS = 30 * 86_400_000;
const DEVICES_KEPT_MS = 86_400_000;

export function studyJobs(app: App): JobDefinition[] {
  const ctx = (name: string) => createCtx(app, { kind: 'job', name }, name);
  return [
    {
      name: CLEAN_JOB,
      cron: '25 4-6 * * *',
      run: async () => {
        const now = app.clock.now().getTime();
        await dropOldLinks(app.db, new Date(now - LINKS_KEPT_MS));
        await dropSilentDevices(app.db, new Date(now - DEVICES_KEPT_MS));
      },
    },
    {
      name: CERTIFY_JOB,
      async run(payload, stopping) {
        await certifyLearners(ctx(CERTIFY_JOB), (payload as { item_id: number }).item_id, stopping);
      },
    },
    {
      name: CERTIFY_PATH_JOB,
      run: (payload, stopping) => certifyPath(ctx(CERTIFY_PATH_JOB), (payload as { series_id: number }).series_id, {}, stopping),
    },
    {
      name: REPLACED_JOB,
      run: (payload, stopping) => tellReplaced(ctx(REPLACED_JOB), payload as { lesson_id: number; file_id: number }, stopping),
    },
    {
      name: NARROW_JOB,
      cron: '40 * * * *',
      expire_s: 43_200,
      run: async (_payload, stopping) => {
        await narrowFilms(ctx(NARROW_JOB), stopping);
      },
    },
    {
      name: TRIAL_JOB,
      // sent once, and the storage may be away for an hour
      retries: 13,
      run: async (payload) => {
        await cutTrial(ctx(TRIAL_JOB), (payload as { lesson_id: number }).lesson_id);
      },
    },
  ];
}
