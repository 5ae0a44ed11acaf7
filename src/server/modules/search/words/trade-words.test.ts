import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFAULT_INDUSTRIES, DEFAULT_TERMS } from '../../catalog/index.ts';
import { cityWords } from './load-dictionary.ts';

const CLASSES = [
  ...['event', 'venue', 'stage', 'light', 'sound', 'prop', 'role', 'rundown', 'theme', 'style', 'material', 'word', 'name', 'industry'],
  ...['city', 'season', 'format', 'kind', 'price', 'sort', 'people-unit', 'weak', 'quiet'],
];
const lines = readFileSync(new URL('./trade-words.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1);
const words = lines.map((line) => line.split(' ') as [string, string]);
const known = new Set([...words.map(([word]) => word), ...cityWords()]);

it('has some thousand words, each once, of a known class, as texts are normalised', () => {
  expect(words.length).toBeGreaterThan(3_000);
  expect(words.filter(([word], at) => words.findIndex(([other]) => other === word) !== at)).toEqual([]);
  expect(words.filter(([, of]) => !CLASSES.includes(of))).toEqual([]);
  expect(words.filter(([word]) => !/^[\p{L}\p{N}]{2,12}$/u.test(word) || word !== word.normalize('NFKC').toLowerCase())).toEqual([]);
  expect(CLASSES.filter((of) => !words.some(([, one]) => one === of))).toEqual([]);
});

it('is sorted by class and code point, so that two who add to it see where', () => {
  const sorted = words.toSorted(([a, x], [b, y]) => CLASSES.indexOf(x) - CLASSES.indexOf(y) || (a < b ? -1 : 1));
  expect(words).toEqual(sorted);
});

it('cuts no name of a default category, industry or kind of event but into words that it has', () => {
  const names = [
    ...[...DEFAULT_INDUSTRIES, ...(DEFAULT_TERMS['scheme']?.facets['activity'] ?? [])],
    ...Object.values(DEFAULT_TERMS).flatMap(({ categories }) => categories.flatMap(({ name, children }) => [name, ...children])),
    ...['style', 'scene'].flatMap((facet) => DEFAULT_TERMS['ppt']?.facets[facet] ?? []),
  ];
  const parts = new Set(names.flatMap((name) => name.toLowerCase().replace(/^找| /g, '').split('与')));
  expect([...parts].filter((part) => !isCut(part))).toEqual([]);
});

it('takes cities from the table of regions, where they are no words of something else', () => {
  expect(cityWords()).toEqual(expect.arrayContaining(['北京', '北京市', '杭州', '广西', '香港', '大兴安岭', '浙江']));
  expect(cityWords()).not.toContain('来宾');
  expect(cityWords().filter((city) => words.some(([word, of]) => word === city && of !== 'city'))).toEqual([]);
});

/** Whether a text is words of the list from end to end. */
function isCut(text: string): boolean {
  if (text === '' || known.has(text)) return true;
  return Array.from({ length: text.length - 2 }, (_, at) => at + 2).some(
    (length) => known.has(text.slice(0, length)) && isCut(text.slice(length)),
  );
}
