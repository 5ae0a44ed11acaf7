import { expect, it } from 'vitest';
import { wrapText } from './draw-poster.ts';

const measure = (text: string) => [...text].length * 10;

it('breaks a title into lines, and ends what does not fit', () => {
  expect(wrapText('年会方案', 100, 3, measure)).toEqual(['年会方案']);
  expect(wrapText('一二三四五六七', 30, 3, measure)).toEqual(['一二三', '四五六', '七']);
  expect(wrapText('一二三四五六七', 30, 2, measure)).toEqual(['一二三', '四五…']);
  expect(wrapText('', 30, 2, measure)).toEqual([]);
});
