import { expect, it } from 'vitest';
import { againDates, clockText, dayText, priceRangeText, whenText } from './salon-time.ts';

const AT = Date.parse('2026-11-28T14:05:00+08:00') / 1000;

it('writes times of Shanghai whatever the machine’s', () => {
  expect([clockText(AT), dayText(AT)]).toEqual(['14:05', '11月28日 周六']);
  expect(whenText(AT, AT + 3 * 3_600)).toBe('2026年11月28日 周六 14:05 至 17:05');
});

it.each([
  [0, 0, '免费'],
  [0, 99, '免费–¥99'],
  [99, 99, '¥99'],
  [99, 199, '¥99 起'],
])('U34 says the price of kinds from %d to %d', (price_from, price_to, text) => {
  expect(priceRangeText({ price_from, price_to })).toBe(text);
});

it('days of salons that are held again: the same weekday, or day of the month, its last where there is none', () => {
  expect(againDates('2026-12-28', 'week', 3)).toEqual(['2026-12-28', '2027-01-04', '2027-01-11']);
  expect(againDates('2027-01-31', 'month', 4)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  expect(againDates('2027-01-31', 'once', 4)).toEqual(['2027-01-31']);
});
