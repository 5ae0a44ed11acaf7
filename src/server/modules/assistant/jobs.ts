import { type App, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { ANSWER_JOB } from './ask-assistant.ts';
import { purgeConversations } from './conversations.ts';
import { endDead, writeAnswer } from './write-answer.ts';

/** Answers at once that a process writes; they wait for others most of the time. */
const WORKERS = 4;

export function assistantJobs(app: App): JobDefinition[] {
  const ctx = createCtx(app, { kind: 'job', name: 'assistant' }, 'assistant');
  return [
    // a second attempt means that the first was interrupted: the user asks again
    {
      name: ANSWER_JOB,
      workers: WORKERS,
      retries: 2,
      run: (payload, stopping) => writeAnswer(ctx, (payload as { id: number }).id, stopping),
    },
    {
      name: 'assistant.end-dead',
      cron: '* * * * *',
      async run() {
        while ((await endDead(ctx)) > 0);
      },
    },
    {
      name: 'assistant.purge',
      cron: '37 3-5 * * *',
      async run() {
        while ((await purgeConversations(ctx)) > 0);
      },
    },
  ];
}
