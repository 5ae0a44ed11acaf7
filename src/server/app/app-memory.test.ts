import { expect, it } from 'vitest';
import { manualClock } from '../kernel/clock.ts';
import { AppMemory } from './app-memory.ts';
import type { App } from './ctx.ts';

const newApp = () => {
  const clock = manualClock(new Date('2026-01-01T00:00:00Z'));
  return { app: { clock } as unknown as App, clock };
};

it('remembers for its time, by application', () => {
  const memory = new AppMemory<string, number>({ max: 10, ttl_ms: 1_000 });
  const { app, clock } = newApp();
  memory.set(app, 'a', 0);
  expect([memory.get(app, 'a'), memory.get(newApp().app, 'a')]).toEqual([0, undefined]);
  clock.advance_ms(999);
  expect(memory.get(app, 'a')).toBe(0);
  clock.advance_ms(1);
  expect(memory.get(app, 'a')).toBeUndefined();
});

it('forgets what was noted before the clock was set back', () => {
  const memory = new AppMemory<string, number>({ max: 10, ttl_ms: 1_000 });
  const { app, clock } = newApp();
  memory.set(app, 'a', 0);
  clock.advance_ms(-1);
  expect(memory.get(app, 'a')).toBeUndefined();
  memory.set(app, 'a', 1);
  expect(memory.get(app, 'a')).toBe(1);
});

it('forgets what was used longest ago, what is deleted, and everything', () => {
  const memory = new AppMemory<number, string>({ max: 2, ttl_ms: 1_000 });
  const { app } = newApp();
  memory.set(app, 1, 'one');
  memory.set(app, 2, 'two');
  memory.get(app, 1);
  memory.set(app, 3, 'three');
  expect([1, 2, 3].map((key) => memory.get(app, key))).toEqual(['one', undefined, 'three']);
  memory.delete(app, 1);
  expect(memory.get(app, 1)).toBeUndefined();
  memory.clear(app);
  expect(memory.get(app, 3)).toBeUndefined();
});

it('asks once for all who ask at the same time, and keeps no failure', async () => {
  const memory = new AppMemory<string, Promise<number>>({ max: 10, ttl_ms: 1_000 });
  const { app } = newApp();
  let asked = 0;
  const ask = async () => ++asked;
  expect(await Promise.all([memory.share(app, 'a', ask), memory.share(app, 'a', ask)])).toEqual([1, 1]);
  await expect(memory.share(app, 'b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await memory.share(app, 'b', ask)).toBe(2);
  expect(await memory.share(app, 'c', ask, (answer) => answer > 9)).toBe(3);
  expect(await memory.share(app, 'c', ask)).toBe(4);
});

it('keeps a newer answer when an older one fails late', async () => {
  const memory = new AppMemory<string, Promise<number>>({ max: 10, ttl_ms: 1_000 });
  const { app } = newApp();
  const { promise, reject } = Promise.withResolvers<number>();
  const late = memory.share(app, 'a', () => promise);
  memory.delete(app, 'a');
  await memory.share(app, 'a', async () => 7);
  reject(new Error('late'));
  await expect(late).rejects.toThrow('late');
  expect(await memory.share(app, 'a', async () => 8)).toBe(7);
});
