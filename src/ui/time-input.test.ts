import { expect, it } from 'vitest';
import { inputTime, timeOfInput } from './time-input.ts';

it('shows and reads Shanghai time, wherever the browser is', () => {
  const at_s = Date.parse('2026-03-01T09:30:00+08:00') / 1000;
  expect(inputTime(at_s)).toBe('2026-03-01T09:30');
  expect(timeOfInput('2026-03-01T09:30')).toBe(at_s);
  expect([inputTime(null), inputTime(0), timeOfInput(''), timeOfInput('x')]).toEqual(['', '', null, null]);
});
