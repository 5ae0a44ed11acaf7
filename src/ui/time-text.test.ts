import { expect, it } from 'vitest';
import { timeText } from './time-text.ts';

it('tells the day and the minute in Shanghai, and the year when it is another one', () => {
  const at = (text: string) => Math.floor(new Date(text).getTime() / 1000);
  const now = new Date('2026-11-22T00:00:00+08:00');
  expect(timeText(at('2026-11-21T17:05:30Z'), now)).toBe('11月22日 01:05');
  expect(timeText(at('2025-12-31T10:00:00+08:00'), now)).toBe('2025年12月31日 10:00');
});
