import { expect, it } from 'vitest';
import { remindedSoFar } from './rules.ts';

it('does not announce what was put down too late to be announced', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  expect([25, 24, 2, 1, -5].map((hours) => remindedSoFar(at(hours), false, now))).toEqual([0, 1, 1, 2, 2]);
  expect([25, 20].map((hours) => remindedSoFar(at(hours), true, now))).toEqual([0, 2]);
  expect(remindedSoFar(null, false, now)).toBe(0);
});
