import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as tasks from '../../../tests/support/worker-tasks.ts';
import { createWorkers, type Workers, workerTask } from './workers.ts';

const FILE = new URL('../../../tests/support/worker-tasks.ts', import.meta.url);
const GREET = workerTask<typeof tasks.greet>(FILE, 'greet');
const BEGIN = workerTask<typeof tasks.begin>(FILE, 'begin');
const COMPUTE = workerTask<typeof tasks.compute>(FILE, 'compute');

let folder: string;
let workers: Workers;
const start = (limits: Parameters<typeof createWorkers>[0] = {}) => {
  workers = createWorkers(limits);
  return workers;
};
/** A task that runs until `end`. */
function long(owner: string, name: string) {
  const [begun, go] = [join(folder, name), join(folder, `${name}.go`)];
  return {
    done: workers.run(owner, BEGIN, { begun, go }),
    began: () => existsSync(begun),
    end: () => writeFileSync(go, ''),
  };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cemao-workers-'));
});
afterEach(async () => {
  await workers.stop(0);
  rmSync(folder, { recursive: true });
});

it('A13 computes beside the event loop and says what came out', async () => {
  start();
  expect(await workers.run('a', GREET, { name: '策猫' })).toBe('hello 策猫');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await workers.run('a', COMPUTE, { ms: 400 });
  delay.disable();
  expect(delay.percentile(50) / 1e6).toBeLessThan(200);
});

it('A13 runs one task at a time an owner, others beside it, and refuses more than may wait', async () => {
  start({ an_owner: 3, in_all: 4 });
  const a1 = long('a', 'a1');
  const a2 = long('a', 'a2');
  const a3 = long('a', 'a3');
  await expect(workers.run('a', GREET, { name: '' })).rejects.toMatchObject({
    status: 429,
    message: '您的文件还在生成，请等它们完成后再试',
  });
  const b1 = long('b', 'b1');
  await expect(workers.run('c', GREET, { name: '' })).rejects.toMatchObject({ status: 503 });
  await expect.poll(() => [a1.began(), b1.began()]).toEqual([true, true]);
  expect(a2.began()).toBe(false);
  b1.end();
  await b1.done;
  // a seat is free, but its owner has one
  expect(await workers.run('c', GREET, { name: 'c' })).toBe('hello c');
  expect(a2.began()).toBe(false);
  for (const one of [a1, a2, a3]) one.end();
  await Promise.all([a1.done, a2.done, a3.done]);
  expect(await workers.run('a', GREET, { name: 'again' })).toBe('hello again');
});

it('A13 ends a task that takes too long, and the next one works', async () => {
  start({ seats: 1, timeout_ms: 300 });
  await expect(workers.run('a', COMPUTE, { ms: 600_000 })).rejects.toMatchObject({ status: 504, message: '生成用时过长，请稍后再试' });
  await workers.stop(0);
  start({ seats: 1 });
  expect(await workers.run('a', GREET, { name: 'b' })).toBe('hello b');
});

it.each(['die', 'eat'] as const)('A13 says clearly that a worker was lost (%s), and the next one works', async (name) => {
  start({ seats: 1, heap_mb: 32 });
  const lost = workerTask<(input: null) => never>(FILE, name);
  const results = await Promise.allSettled([workers.run('a', lost, null), workers.run('b', GREET, { name: 'b' })]);
  expect(results[0]).toMatchObject({ reason: { status: 500, message: '生成失败，请稍后再试' } });
  expect(results[1]).toEqual({ status: 'fulfilled', value: 'hello b' });
});

it('A13 hands on what a task throws, and its thread goes on', async () => {
  start({ seats: 1 });
  await expect(workers.run('a', workerTask<typeof tasks.fail>(FILE, 'fail'), undefined)).rejects.toThrow('the task is wrong');
  expect(await workers.run('a', GREET, { name: 'b' })).toBe('hello b');
});

it('A13 has no threads before the first task nor a while after the last', async () => {
  const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const before = threads();
  start({ idle_ms: 50 });
  expect(threads()).toBe(before);
  const one = long('a', 'one');
  await expect.poll(one.began).toBe(true);
  expect(threads()).toBeGreaterThan(before);
  one.end();
  await one.done;
  await vi.waitFor(() => expect(threads()).toBe(before));
});

it('A13 a stop lets what runs end, refuses the rest and ends the threads', async () => {
  start({ seats: 1 });
  const running = long('a', 'running');
  const waiting = long('b', 'waiting');
  const refused = expect(waiting.done).rejects.toMatchObject({ status: 503 });
  await expect.poll(running.began).toBe(true);
  const stopping = workers.stop(60_000);
  await expect(workers.run('c', GREET, { name: 'c' })).rejects.toMatchObject({ status: 503, message: '网站正在重新启动，请稍后再试' });
  running.end();
  expect(await running.done).toBe(join(folder, 'running'));
  await stopping;
  await refused;
});

it('A13 a stop does not wait for a task that never ends', async () => {
  start();
  const endless = long('a', 'endless');
  const lost = expect(endless.done).rejects.toMatchObject({ status: 500 });
  await expect.poll(endless.began).toBe(true);
  await workers.stop(50);
  await lost;
});
