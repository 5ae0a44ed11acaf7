import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { tellSubscribers } from './tell-subscribers.ts';

const TELL_JOB = 'subscriptions.tell';

export function subscriptionJobs(app: App): JobDefinition[] {
  return [
    {
      name: TELL_JOB,
      async run(payload, stopping) {
        await tellSubscribers(
          createCtx(app, { kind: 'job', name: TELL_JOB }, TELL_JOB),
          (payload as { item_id: number }).item_id,
          stopping,
        );
      },
    },
  ];
}

/** Notifies the subscribers of a work in the background; called again while one waits, it is one. */
export function tellSoon(app: App, item_id: number): Promise<void> {
  return app.jobs.send(TELL_JOB, { item_id }, { singleton_key: `item-${item_id}` });
}
