import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitProcessor } from './processor-limit.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A piece of work that gets this part of the processor; what became of it after so long. */
function workThatHas(part: number | null, after_ms: number): string {
  const began = Date.now();
  let over = 'goes on';
  const used_ms = () => (part === null ? null : (Date.now() - began) * part);
  const end = limitProcessor({ timeout_ms: 1_000, used_ms, onOver: (fault, waited_ms) => (over = `${fault} ${waited_ms}`) });
  vi.advanceTimersByTime(after_ms);
  end();
  vi.advanceTimersByTime(100_000);
  return over;
}

it.each([
  ['goes on within its time', 1, 999, 'goes on'],
  ['is given up when it had the processor all the time', 1, 10_000, 'document 1000'],
  ['is given up when it had it half of the time', 0.5, 10_000, 'document 1000'],
  ['is waited for while it had a fifth of it', 0.2, 2_499, 'goes on'],
  ['is given up once it had what it may use', 0.2, 10_000, 'document 2500'],
  ['is given up with a twentieth of it', 0.05, 20_000, 'document 10000'],
  ['is waited for ten times as long at the most, and not to blame then', 0.01, 20_000, 'starved 10000'],
  ['is judged by the clock where nobody can tell', null, 10_000, 'document 1000'],
])('work %s', (_name, part, after_ms, expected) => {
  expect(workThatHas(part, after_ms)).toBe(expected);
});
