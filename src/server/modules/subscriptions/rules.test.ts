import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { filterAddress, plainWords } from './rules.ts';

it('keeps words the same whatever their width, case and blanks', () => {
  expect(plainWords('  ＬＥＤ　屏幕 \n 租赁 ')).toBe('led 屏幕 租赁');
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
