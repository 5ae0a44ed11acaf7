import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { App } from './ctx.ts';
import { wakeJob } from './wake-job.ts';

it('wakes a job at once, then once more for all who asked meanwhile, each job for itself', async () => {
  const sent: string[] = [];
  const app = { jobs: { send: async (name: string) => void sent.push(name) } } as unknown as App;
  for (let n = 0; n < 5; n++) wakeJob(app, 'one');
  expect(sent).toEqual(['one']);
  wakeJob(app, 'other');
  expect(sent).toEqual(['one', 'other']);
  await expect.poll(() => sent, { timeout: 5_000 }).toEqual(['one', 'other', 'one']);
  // no further wake
  await wait(600);
  expect(sent).toHaveLength(3);
  wakeJob(app, 'other');
  expect(sent).toHaveLength(4);
});

it('is quiet when the queue refuses, and tries again with the next', async () => {
  const warned: unknown[] = [];
  let refuses = true;
  const sent: string[] = [];
  const send = async (name: string) => {
    if (refuses) throw new Error('the database is away');
    sent.push(name);
  };
  const app = { jobs: { send }, log: { warn: (what: unknown) => warned.push(what) } } as unknown as App;
  wakeJob(app, 'one');
  await expect.poll(() => warned).toHaveLength(1);
  refuses = false;
  wakeJob(app, 'one');
  expect(sent).toEqual(['one']);
});
