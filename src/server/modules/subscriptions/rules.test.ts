import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { filterAddress, plainWords, saysAll } from './rules.ts';

it('compares words whatever their width, case and blanks', () => {
  expect(plainWords('  ＬＥＤ　屏幕 \n 租赁 ')).toBe('led 屏幕 租赁');
  const text = plainWords('P2.6 LED 屏幕租赁，含搭建');
  expect(['', 'led 屏幕', '搭建', 'led 花艺'].map((keyword) => saysAll(text, keyword))).toEqual([true, true, true, false]);
});

it('writes the address of a filter as its list does', () => {
  expect(filterAddress(KINDS.resource, {})).toBe('/resources');
  expect(filterAddress(KINDS.resource, { cid: 3, cid2: 4, tag: 5, terms: { pricing: 7, area: 6 } })).toBe(
    '/resources?cid=3&cid2=4&tag=5&area=6&pricing=7',
  );
  expect(filterAddress(KINDS.scheme, { keyword: '年会', price: 'free', format: 'pdf' })).toBe(
    `/programme?keyword=${encodeURIComponent('年会')}&price=free&format=pdf`,
  );
});
