import { expect, it } from 'vitest';
import { endText, timeText, wholeTimeText } from './time-text.ts';

it('tells the day and the minute in Shanghai, and the year when it is another one', () => {
  const at = (text: string) => Math.floor(new Date(text).getTime() / 1000);
  const now = new Date('2026-11-22T00:00:00+08:00');
  expect(timeText(at('2026-11-21T17:05:30Z'), now)).toBe('11月22日 01:05');
  expect(timeText(at('2025-12-31T10:00:00+08:00'), now)).toBe('2025年12月31日 10:00');
});

it('K-015 tells the day of an end, and for life what ends after 2124', () => {
  const at = (text: string) => new Date(text).getTime() / 1000;
  expect(endText(at('2027-02-28T17:00:00Z'))).toBe('2027/3/1');
  expect(endText(at('2124-12-31T23:59:59+08:00'))).toBe('2124/12/31');
  expect(endText(at('2125-01-01T00:00:00+08:00'))).toBe('终身');
});

it('says the year on what is kept', () => {
  const now = Math.floor(Date.now() / 1000);
  expect(wholeTimeText(now)).toBe(`${new Date((now + 28_800) * 1000).getUTCFullYear()}年${timeText(now)}`);
});
