import { expect, it } from 'vitest';
import { viewDays } from './views.ts';

const now = new Date('2026-05-20T09:00:00+08:00');
const visits = [{ days_later: 0.4 }, { days_later: 3.9 }, { days_later: 3.2 }, { days_later: 30 }];

it('lets all reads fall on the days since the work came out, some on the day of every visit', () => {
  const found = viewDays({ views: 400, visits }, { key: 'scheme-1', days_ago: 30 }, now);
  expect(found.reduce((sum, { views }) => sum + views, 0)).toBe(400);
  const by_day = new Map<string, number>();
  for (const { day, views, source } of found) {
    expect([day >= '2026-04-20' && day <= '2026-05-20', views > 0, source >= 0 && source < 6]).toEqual([true, true, true]);
    by_day.set(day, (by_day.get(day) ?? 0) + views);
  }
  // two visits on the fourth day, one on the first and one today
  for (const [day, least] of [
    ['2026-04-20', 3],
    ['2026-04-23', 6],
    ['2026-05-20', 3],
  ] as const)
    expect(by_day.get(day), day).toBeGreaterThanOrEqual(least);
  const week = (from: string, to: string) =>
    [...by_day].filter(([day]) => day >= from && day < to).reduce((sum, [, views]) => sum + views, 0);
  expect(week('2026-04-20', '2026-04-27')).toBeGreaterThan(week('2026-05-11', '2026-05-18'));
  expect(viewDays({ views: 400, visits }, { key: 'scheme-1', days_ago: 30 }, now)).toEqual(found);
});

it('counts as many as there are when they are few, and all on one day for what came out today', () => {
  expect(viewDays({ views: 5, visits }, { key: 'x', days_ago: 30 }, now).reduce((sum, { views }) => sum + views, 0)).toBe(5);
  expect(new Set(viewDays({ views: 9, visits: [] }, { key: 'x', days_ago: 0 }, now).map(({ day }) => day))).toEqual(
    new Set(['2026-05-20']),
  );
  expect(viewDays({ views: 0, visits: [] }, { key: 'x', days_ago: 3 }, now)).toEqual([]);
});
