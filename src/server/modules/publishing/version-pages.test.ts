import { expect, it } from 'vitest';
import { comparePages, pagesText } from './version-pages.ts';

const compare = (before: string, after: string) =>
  comparePages([...before], [...after], (page) => page).map(({ type, before, after }) => `${type} ${before ?? '-'}${after ?? '-'}`);

it.each<[string, string, string[]]>([
  ['abc', 'abc', []],
  ['abc', 'axbc', ['new -x']],
  ['abc', 'ac', ['gone b-']],
  ['abc', 'aXc', ['changed bX']],
  ['abcd', 'dabc', ['moved dd']],
  ['abc', 'XaYcZ', ['new -X', 'changed bY', 'new -Z']],
  ['aab', 'aab', []],
  ['', 'ab', ['new -a', 'new -b']],
  ['abcde', 'cXabdY', ['moved cc', 'new -X', 'changed eY']],
])('T15 pages of %s beside %s: what is new, changed, gone or moved', (before, after, changes) => {
  expect(compare(before, after)).toEqual(changes);
});

it('T15 500 pages that were turned round are compared, and said in one line', () => {
  const pages = Array.from({ length: 500 }, (_page, at) => `${at}`);
  const changes = comparePages(pages, pages.toReversed(), (page) => page);
  expect(changes).toHaveLength(499);
  expect(pagesText([...changes, { type: 'new', before: null, after: null }], '页')).toBe('新增 1 页，调整顺序 499 页');
  expect(pagesText([], '页')).toBe('');
});
