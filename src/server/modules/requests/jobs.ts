import { requestPath } from '#contract/request.ts';
import { type App, type Ctx, inSavepoint, inTransaction } from '../../app/ctx.ts';
import { rowByRow, timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { sendNotices } from '../notices/index.ts';
import { tellPlanners } from './ask-request.ts';
import { moveRequest } from './move-request.ts';
import { lockDue } from './repo.ts';

const BATCH = 50;

/** Ends requests not settled in time and notifies their askers and planners. Parallel runs share the work; idempotent. @returns how many */
export async function expireRequests(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  for (let ended = 0; ; ) {
    stopping?.throwIfAborted();
    const batch = await inTransaction(ctx, async (tx) => {
      const rows = await lockDue(tx.db, tx.app.clock.now(), BATCH);
      const expire = (row: (typeof rows)[number]) =>
        inSavepoint(tx, async (part) => {
          const moved = await moveRequest(part, row, { to: 'expired', by: null, why: '到期未选定' });
          await sendNotices(part, [row.asker_id], {
            ...{ topic: 'request', key: `request:${row.id}:expired:${row.closes_at.getTime()}`, title: `求单已过期：${row.title}` },
            ...{ content: '没有选定接单人，可以延长后继续。', href: requestPath(row.id) },
          });
          await tellPlanners(part, moved, { key: `expired:${row.closes_at.getTime()}`, text: '求单已过期', why: '', by: null });
        });
      return rowByRow(tx, rows, 'a request was not ended', expire);
    });
    ended += batch;
    if (batch < BATCH) return ended;
  }
}

export const requestJobs = (app: App): JobDefinition[] => [timedJob(app, 'requests.expire', '*/5 * * * *', expireRequests)];
