import { expect, it } from 'vitest';
import { waitedText } from './waited-text.ts';

it.each([
  [10, '1 分钟'],
  [25 * 60, '25 分钟'],
  [3.5 * 3_600, '3 小时'],
  [50 * 3_600, '2 天'],
])('says of what waits for %d seconds %s', (seconds, text) => {
  const now = new Date('2026-11-28T04:00:00Z');
  expect(waitedText(now.getTime() / 1000 - seconds, now)).toBe(text);
});
