import { expect, it } from 'vitest';
import { drawLines } from './draw-lines.ts';

const pathsOf = (svg: string) => [...svg.matchAll(/<path d="([^"]*)"/g)].map(([, d = '']) => d);

it('draws a line a series, breaks it where nothing is known, and says what it shows', () => {
  const { wide: svg, narrow } = drawLines(
    [
      { title: '网关', values: [0, 4, null, 2, 4] },
      { title: '页面', values: [null, null, null, null, null] },
    ],
    ['00:00', '12:00', '24:00'],
    { about: '每分钟请求' },
  );
  const [first = '', second] = pathsOf(svg);
  // two pieces: before and after the gap; the highest value lies at the top, zero at the bottom
  expect(first.match(/M/g)).toHaveLength(2);
  expect(first).toContain('M64 192');
  expect(first).toMatch(/L\d+(\.\d)? 28/);
  expect(second).toBe('');
  expect(svg).toContain('<title>每分钟请求</title>');
  for (const word of ['网关', '页面', '00:00', '24:00']) expect([svg, narrow].every((one) => one.includes(`>${word}</text>`))).toBe(true);
  // half as wide, so half the times; nothing is drawn beside it
  expect([svg.includes('12:00'), narrow.includes('12:00')]).toEqual([true, false]);
  const across = [...narrow.matchAll(/[ML](\d+(?:\.\d+)?) /g)].map(([, x]) => Number(x));
  expect([narrow.includes('viewBox="0 0 360 220"'), Math.max(...across) <= 360]).toEqual([true, true]);
});

it('shows a step that stands alone', () => {
  const dots = (values: Array<number | null>) =>
    drawLines([{ title: '', values }], ['a', 'b'], { about: '' }).wide.match(/<circle/g)?.length ?? 0;
  expect(dots([null, 4, null])).toBe(1);
  expect(dots([4])).toBe(1);
  expect(dots([4, 4, null, 4])).toBe(1);
  expect(dots([4, 4])).toBe(0);
});

it('draws an empty picture of nothing', () => {
  expect(drawLines([{ title: '无', values: [] }], ['a', 'b'], { about: '' }).narrow).toContain('<svg');
});
