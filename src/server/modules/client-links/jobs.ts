import { CLIENT_VIEW_DAYS } from '#contract/client-link.ts';
import type { App } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { deleteOld } from './repo.ts';

const DAY_MS = 86_400_000;
/** A link that is over can be read, changed and given a new end for so long. */
const LINK_DAYS = 365;

/** Every night: who looked is forgotten after 90 days, a link a year after its end. */
export function clientLinkJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'client_links.forget',
      cron: '35 4-6 * * *',
      async run() {
        const now = app.clock.now().getTime();
        await deleteOld(app.db, { views: new Date(now - CLIENT_VIEW_DAYS * DAY_MS), links: new Date(now - LINK_DAYS * DAY_MS) });
      },
    },
  ];
}
