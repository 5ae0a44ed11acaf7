import { describe, expect, it } from 'vitest';
import { reportScore, reportWeight } from './rules.ts';

describe('a report weighs by the record of its reporter', () => {
  it('one for somebody unknown, and for who was right as often as wrong', () => {
    expect(reportWeight({ upheld: 0, dismissed: 0 })).toBe(1);
    expect(reportWeight({ upheld: 4, dismissed: 4 })).toBe(1);
  });

  it('more with every report that was upheld, never two', () => {
    const weights = [1, 3, 30].map((upheld) => reportWeight({ upheld, dismissed: 0 }));
    expect(weights).toEqual(weights.toSorted((a, b) => a - b));
    expect(weights[0]).toBeGreaterThan(1);
    expect(weights[2]).toBeLessThan(2);
  });

  it('less with every report that was dismissed, never below nothing', () => {
    const weights = [1, 3, 30].map((dismissed) => reportWeight({ upheld: 0, dismissed }));
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(weights[0]).toBeLessThan(1);
    expect(weights[2]).toBeGreaterThan(0);
  });
});

it('adds up over reporters: three unknown are three, three who are always wrong are one', () => {
  expect(reportScore([])).toBe(0);
  expect(reportScore(Array(3).fill({ upheld: 0, dismissed: 0 }))).toBe(3);
  expect(reportScore(Array(3).fill({ upheld: 0, dismissed: 4 }))).toBe(1);
  expect(reportScore(Array(3).fill({ upheld: 8, dismissed: 0 }))).toBe(5);
});
