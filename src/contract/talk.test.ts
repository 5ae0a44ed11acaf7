import { expect, it } from 'vitest';
import { chapterSeconds, chaptersOf } from './talk.ts';

it.each([
  ['02:30', 150],
  ['0:00', 0],
  ['1:02:30', 3_750],
  ['90:05', 5_405],
  ['02：30', 150],
  ['2:60', null],
  ['开场', null],
  ['', null],
])('%j is %s seconds', (text, seconds) => expect(chapterSeconds(text)).toBe(seconds));

it('puts chapters in the order of the film and leaves out lines without a time', () => {
  const pairs = [
    { key: '03:00', value: '报价' },
    { key: '备注', value: '不是时间' },
    { key: '00:00', value: '开场' },
    { key: '01:00', value: '' },
  ];
  expect(chaptersOf(pairs)).toEqual([
    { at_s: 0, title: '开场' },
    { at_s: 180, title: '报价' },
  ]);
  expect(chaptersOf(undefined)).toEqual([]);
});
