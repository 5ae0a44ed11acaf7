import { type Ctx, inTransaction, requireVerb } from '../../../app/ctx.ts';
import { shanghaiDay } from '../../../kernel/clock.ts';
import { recordAudit } from '../../../outbox/outbox.ts';
import { deleteOver, freshKeys, keysAfter, sumQueries, sumScores } from './learn.repo.ts';
import { monthOfDay } from './rules.ts';

const DAY_MS = 86_400_000;
/** Rows of the record that a strip looks at, and queries that it makes scores of. */
const STRIP_ROWS = 500;
const STRIP_KEYS = 100;
const STRIP_OVER = 5_000;

/** Figures of queries are of so many days. */
const FIGURES_DAYS = 30;
const PRESSES_DAYS = 90;
const QUERY_DAYS = 180;
const RARE_DAYS = 30;

export const REPLAY_JOB = 'search.replay';

/** Makes scores of what was pressed since the last time. @returns queries whose scores changed */
export async function learn(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    stopping?.throwIfAborted();
    const keys = await freshKeys(ctx.db, STRIP_ROWS);
    if (keys.length === 0) return done;
    await inTransaction(ctx, (tx) => sumScores(tx.db, keys));
    done += keys.length;
  }
}

/** Makes all scores again from what is recorded, strip by strip: readers see the former or the new ones of a query. */
export async function replay(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  let done = 0;
  for (let last = ''; ; ) {
    stopping?.throwIfAborted();
    const keys = await keysAfter(ctx.db, last, STRIP_KEYS);
    if (keys.length === 0) return done;
    await inTransaction(ctx, (tx) => sumScores(tx.db, keys));
    done += keys.length;
    last = keys.at(-1) ?? last;
  }
}

/** Staff have all scores made again, as soon as a worker is free. @throws AppError 403 */
export async function replaySoon(ctx: Ctx): Promise<void> {
  requireVerb(ctx, 'search.edit');
  await inTransaction(ctx, (tx) => recordAudit(tx, 'search.replay', 'search', {}));
  await ctx.app.jobs.send(REPLAY_JOB, {}, { singleton_key: REPLAY_JOB });
}

/** Nightly: what is over leaves, and figures of thirty days lose the day that left them. */
export async function tidyQueries(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  const today = shanghaiDay(ctx.app.clock.now());
  const before = (days: number) => shanghaiDay(new Date(ctx.app.clock.now().getTime() - days * DAY_MS));
  const ends = {
    ...{ marks: before(1), months: monthOfDay(today), presses: before(PRESSES_DAYS), days: before(QUERY_DAYS) },
    ...{ shown: before(QUERY_DAYS), rare: before(RARE_DAYS) },
  };
  do stopping?.throwIfAborted();
  while ((await deleteOver(ctx.db, ends, STRIP_OVER)) >= STRIP_OVER);
  for (let last: number | null = 0; last !== null; ) {
    stopping?.throwIfAborted();
    last = await sumQueries(ctx.db, before(FIGURES_DAYS), last, STRIP_OVER);
  }
  await learn(ctx, stopping);
}
