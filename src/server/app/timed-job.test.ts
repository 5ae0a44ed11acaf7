import { expect, it, vi } from 'vitest';
import type { App, Ctx } from './ctx.ts';
import { rowByRow, timedJob } from './timed-job.ts';

const error = vi.fn();
const ctx = { log: { error } } as unknown as Ctx;
const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

it('does the others when one row fails, and logs which, without what the row says', async () => {
  const seen: number[] = [];
  const rows = [1, 2, 3].map((id) => ({ id, name: '张三' }));
  const done = await rowByRow(ctx, rows, 'a row was not done', async ({ id }) => {
    if (id === 1) throw new Error('broken');
    seen.push(id);
  });
  expect([done, seen]).toEqual([2, [2, 3]]);
  expect(error.mock.calls).toEqual([[{ err: new Error('broken'), row: 1 }, 'a row was not done']]);
});

it('goes no further without a database, or when it is to stop', async () => {
  const seen: number[] = [];
  const work = async (id: number) => {
    seen.push(id);
    throw away;
  };
  await expect(rowByRow(ctx, [1, 2], 'x', work)).rejects.toBe(away);
  const stop = new AbortController();
  const stopAt = async (id: number) => {
    seen.push(id);
    stop.abort(new Error('over'));
  };
  await expect(rowByRow(ctx, [3, 4], 'x', stopAt, stop.signal)).rejects.toThrow('over');
  expect(seen).toEqual([1, 3]);
});

it('a step that fails keeps none behind it from its turn, and the job fails', async () => {
  const steps: string[] = [];
  const job = timedJob(
    {} as App,
    'x',
    '* * * * *',
    async () => {
      throw new Error('first');
    },
    async (_ctx, stopping) => steps.push(`second ${stopping.aborted}`),
  );
  await expect(job.run({}, new AbortController().signal)).rejects.toThrow('first');
  expect(steps).toEqual(['second false']);
});
