import { expect, it } from 'vitest';
import { drawFigures, niceTop } from './draw-figures.ts';

const day = (at: number, views: number) => ({ day: `2026-03-0${at}`, views, collects: 0, sales: 0, income: 0 });

it('draws a bar a day, as high as its number, and says in words what it shows', () => {
  const { wide: svg, narrow } = drawFigures([day(1, 0), day(2, 10), day(3, 20)], 'views');
  const heights = [...svg.matchAll(/<rect [^>]*height="([\d.]+)"/g)].map(([, height]) => Number(height));
  expect(heights).toHaveLength(3);
  expect(heights[0]).toBe(0);
  expect(heights[2]).toBeCloseTo((heights[1] ?? 0) * 2, 0);
  expect(svg).toContain('<title>浏览：2026-03-01 至 2026-03-03，最高 20 次</title>');
  expect(svg).toContain('<title>2026-03-02 浏览 10 次</title>');
  const ends = [...narrow.matchAll(/<rect x="([\d.]+)"[^>]* width="([\d.]+)"/g)].map(([, x, width]) => Number(x) + Number(width));
  expect([ends.length, Math.max(...ends) <= 360]).toEqual([3, true]);
});

it('draws sales in percent of views, and nothing for a day that nobody looked', () => {
  const days = [day(1, 0), { ...day(2, 40), sales: 1 }, { ...day(3, 40), sales: 2 }];
  const { wide: svg } = drawFigures(days, 'conversion');
  expect(svg).toContain('<title>2026-03-02 转化率 2.5 %</title>');
  expect(svg).toContain('<title>2026-03-01 转化率 0 %</title>');
  expect(svg).toContain('最高 5 %</title>');
});

it('ends its axis at a number that four lines divide', () => {
  expect([0, 3, 5, 9, 21, 79, 81].map(niceTop)).toEqual([4, 4, 8, 20, 40, 80, 200]);
});
