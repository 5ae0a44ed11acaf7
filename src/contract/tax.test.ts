import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bracketsOf, monthsOfQuarter, type TaxRule, withheldOf, yearTaxFen } from './tax.ts';

const LINES = ['36000 3', '144000 10', '300000 20', '420000 25', '660000 30', '960000 35', '- 45'];
const rule: TaxRule = { cost_percent: 20, free_month: 5_000, brackets: bracketsOf(LINES) ?? [] };
const NEW = { income: 0, withheld: 0, months: 0, has_month: false };

describe('T12 the tax of publishers', () => {
  // what is taxed × rate − 速算扣除数 of the published table
  it.each([
    ['nothing of what is free', 6_250, 1, 0],
    ['the first bracket', 10_000, 1, (8_000 - 5_000) * 0.03],
    ['its end', 51_250, 1, 36_000 * 0.03],
    ['the second', 100_000, 1, 75_000 * 0.1 - 2_520],
    ['the third', 300_000, 2, 230_000 * 0.2 - 16_920],
    ['the fourth', 500_000, 12, 340_000 * 0.25 - 31_920],
    ['the fifth', 700_000, 12, 500_000 * 0.3 - 52_920],
    ['the sixth', 1_000_000, 12, 740_000 * 0.35 - 85_920],
    ['the last', 2_000_000, 12, 1_540_000 * 0.45 - 181_920],
  ])('%s', (_name, income, months, tax) => {
    expect(yearTaxFen(rule, income * 100, months)).toBe(Math.round(tax * 100));
  });

  it('of a year is the same however it is cut into requests, never takes all, and never less than nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30_000_000 }), { minLength: 1, maxLength: 12 }), (amounts) => {
        let year = { ...NEW };
        for (const fen of amounts) {
          const tax = withheldOf(rule, year, fen / 100);
          expect(tax).toBeGreaterThanOrEqual(0);
          expect(Math.round(tax * 100)).toBeLessThan(fen);
          year = {
            income: (Math.round(year.income * 100) + fen) / 100,
            withheld: (Math.round(year.withheld * 100) + Math.round(tax * 100)) / 100,
            months: 1,
            has_month: true,
          };
        }
        const whole = yearTaxFen(rule, Math.round(year.income * 100), 1);
        // of requests of some fen something is left, and the next makes up for it: no withdrawal is below a yuan
        const owed = whole - Math.round(year.withheld * 100);
        expect(owed).toBeGreaterThanOrEqual(0);
        if (amounts.every((fen) => fen >= 100)) expect(owed).toBe(0);
      }),
    );
  });

  it('a new month is free once, and what was withheld too much stays until the year needs it', () => {
    const first = withheldOf(rule, NEW, 10_000);
    expect(first).toBe(90);
    expect(withheldOf(rule, { income: 10_000, withheld: 90, months: 1, has_month: false }, 5_000)).toBe(0);
    expect(withheldOf(rule, { income: 10_000, withheld: 90, months: 1, has_month: true }, 5_000)).toBe(120);
  });

  it.each([
    [['36000 3', '- 10'], true],
    [['- 3'], true],
    [[], false],
    [['36000 3'], false],
    [['- 3', '36000 10'], false],
    [['36000 3', '36000 10', '- 20'], false],
    [['36000 three', '- 10'], false],
  ])('reads brackets %j', (lines, good) => {
    expect(bracketsOf(lines) !== null).toBe(good);
  });

  it('knows the months of a quarter', () => {
    expect(monthsOfQuarter('2026Q1')).toEqual({ first: '2026-01', after: '2026-04' });
    expect(monthsOfQuarter('2026Q4')).toEqual({ first: '2026-10', after: '2027-01' });
  });
});
