import { describe, expect, it } from 'vitest';
import { addDays, addMonths, GRID_DAYS, monthGrid, monthOf, rewardOf } from './signin.ts';

describe('S-500, SH-4 the calendar', () => {
  it('has 42 days from a Monday on, and the whole month, for months of every length on every weekday', () => {
    const lengths = new Set<string>();
    for (let at = 0; at < 12 * 30; at++) {
      const mon = addMonths('2010-1', at);
      const grid = monthGrid(mon);
      const inside = grid.filter(({ in_month }) => in_month).map(({ day }) => day);
      const [year = 0, month = 0] = mon.split('-').map(Number);
      const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
      lengths.add(`${days}/${grid.findIndex(({ in_month }) => in_month)}`);
      expect(grid).toHaveLength(GRID_DAYS);
      expect(new Date(`${grid[0]?.day}T00:00:00Z`).getUTCDay()).toBe(1);
      expect(inside).toHaveLength(days);
      expect(inside[0]).toBe(`${year}-${String(month).padStart(2, '0')}-01`);
      expect(grid.slice(1).map(({ day }) => day)).toEqual(grid.slice(0, -1).map(({ day }) => addDays(day, 1)));
    }
    // 28 to 31 days beginning on each weekday
    expect(lengths.size).toBe(28);
  });

  it('goes over years, and writes months without a zero', () => {
    expect(addMonths('2026-1', -1)).toBe('2025-12');
    expect(addMonths('2026-12', 1)).toBe('2027-1');
    expect(monthOf('2026-01-31')).toBe('2026-1');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  });
});

it('rewards of a streak begin anew after the last', () => {
  expect([1, 2, 3, 4, 7].map((streak) => rewardOf([2, 4, 6], streak))).toEqual([2, 4, 6, 2, 2]);
});
