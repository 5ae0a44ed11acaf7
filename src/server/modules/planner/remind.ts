import { type App, type Ctx, createCtx, inTransaction } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { sendNotices } from '../notices/index.ts';
import { lockDue, updateEntry } from './repo.ts';
import { REMINDERS } from './rules.ts';

const REMIND_JOB = 'planner.remind';
const BATCH = 200;
const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const day = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', month: 'numeric', day: 'numeric' });

/**
 * Reminds of dates a day and an hour before, each once, however often and by however many processes it is called: an entry's mark and its
 * message are one commit. @returns how many
 */
export async function remindDue(ctx: Ctx): Promise<number> {
  let told = 0;
  // the hour's first, so that who was away for long is notified once
  for (const { mark, before_ms, text } of REMINDERS.toReversed()) {
    for (;;) {
      const batch = await inTransaction(ctx, async (tx) => {
        const now = tx.app.clock.now();
        const rows = await lockDue(tx.db, { now, until: new Date(now.getTime() + before_ms), reminded: mark, limit: BATCH });
        for (const row of rows) {
          const at = row.at as Date;
          await updateEntry(tx.db, row.user_id, row.id, { reminded: row.all_day ? 2 : mark });
          await sendNotices(tx, [row.user_id], {
            ...{ topic: 'planner', key: `planner:${row.id}:${at.getTime()}:${mark}`, title: `${text}：${row.title}` },
            content: row.all_day ? `${day.format(at)}（全天）` : clock.format(at),
            href: '/personalCenter/myWorkbench',
          });
        }
        return rows.length;
      });
      told += batch;
      if (batch < BATCH) break;
    }
  }
  return told;
}

export function plannerJobs(app: App): JobDefinition[] {
  return [
    {
      name: REMIND_JOB,
      cron: '*/5 * * * *',
      async run() {
        await remindDue(createCtx(app, { kind: 'job', name: REMIND_JOB }, REMIND_JOB));
      },
    },
  ];
}
