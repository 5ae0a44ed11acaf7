import { describe, expect, it } from 'vitest';
import { addMonths, maskedPhone, partState, priceParts, retryAfterMin, unusedPart } from './rules.ts';

const at = (text: string) => new Date(`${text}+08:00`);

describe('the price of the parts', () => {
  it.each([
    [30_000, [6_000, 4_000], [18_000, 12_000]],
    [9_999, [3_333, 3_333, 3_334], [3_332, 3_332, 3_335]],
    [1, [5_000, 5_000], [0, 1]],
    [500, [10_000], [500]],
  ])('%i fen by %j is %j', (price, shares, parts) => {
    expect(
      priceParts(
        price,
        shares.map((share) => ({ share })),
      ),
    ).toEqual(parts);
  });

  it('sums to the price, whatever it is', () => {
    for (let price = 1; price < 3_000; price += 7) {
      const parts = priceParts(price, [{ share: 1_234 }, { share: 4_321 }, { share: 4_445 }]);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(price);
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('what is unused', () => {
  const right = { price_fen: 12_000, starts_at: at('2026-01-01T00:00:00'), ends_at: at('2027-01-01T00:00:00') };
  it.each([
    ['2025-12-01T00:00:00', 12_000],
    ['2026-01-01T00:00:00', 12_000],
    ['2026-07-02T12:00:00', 6_000],
    ['2026-12-31T23:59:59', 0],
    ['2027-01-01T00:00:00', 0],
    ['2030-01-01T00:00:00', 0],
  ])('at %s is %i fen', (now, left) => expect(unusedPart(right, at(now))).toBe(left));

  it('is all of what was never given', () => {
    expect(unusedPart({ price_fen: 5, starts_at: null, ends_at: null }, at('2026-01-01T00:00:00'))).toBe(5);
  });
});

it.each([
  ['2026-01-31T10:00:00', 1, '2026-02-28T10:00:00'],
  ['2028-01-31T10:00:00', 1, '2028-02-29T10:00:00'],
  ['2026-11-22T23:30:00', 2, '2027-01-22T23:30:00'],
  ['2026-12-01T00:30:00', 12, '2027-12-01T00:30:00'],
])('%s and %i months is %s', (from, months, to) => expect(addMonths(at(from), months)).toEqual(at(to)));

it('tries again after growing pauses, a day at most', () => {
  expect([1, 2, 3, 20].map(retryAfterMin)).toEqual([2, 4, 8, 1_440]);
});

it.each([
  ['held', null, null, 'unpaid'],
  ['waiting', null, null, 'working'],
  ['active', '2026-07-02', '2027-07-02', 'later'],
  ['active', '2026-06-01', '2027-06-01', 'active'],
  ['active', '2025-06-01', '2026-06-01', 'over'],
  ['ending', '2026-06-01', '2027-06-01', 'ending'],
  ['ended', null, null, 'ended'],
] as const)('a right that is %s from %s to %s is told as %s', (state, from, to, told) => {
  const when = (day: string | null) => (day === null ? null : at(`${day}T00:00`));
  expect(partState({ state, starts_at: when(from), ends_at: when(to) }, at('2026-07-01T00:00'))).toBe(told);
});

it('M-302 shows as much of a phone as its owner knows it by', () => {
  expect([maskedPhone('13800001234'), maskedPhone('')]).toEqual(['138****1234', '']);
});
