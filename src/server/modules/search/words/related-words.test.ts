import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { relatedTo, relatedWithin } from './related-words.ts';

const lines = readFileSync(new URL('./related-words.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

it('each line names a word and what is near to it, once', () => {
  const words = lines.flatMap((line) => {
    const [of = '', ...others] = line.split(' ');
    return of.split(',').map((word) => [word, ...others]);
  });
  expect(words.filter(([word, ...others]) => others.length === 0 || new Set([word, ...others]).size <= others.length)).toEqual([]);
  expect(words.map(([word]) => word).filter((word, at, all) => all.indexOf(word) !== at)).toEqual([]);
});

it.each([
  ['the word within it', '中秋节', 'season', '灯会'],
  ['the word it ends with', '职工运动会', 'event', '团建'],
  ['an event by its last signs, before what it is of', '服装秀', 'event', '舞台'],
])('a word is understood by %s', (_by, word, of, near) => {
  expect(relatedTo(word)).toEqual([]);
  expect(relatedWithin(word, of)).toContain(near);
});

it('nothing is near to a word that has none of these', () => {
  for (const word of ['不存在', '座谈会', 'kpi']) expect(relatedWithin(word, undefined)).toEqual([]);
});

it('A0 looks for parts no longer than its own words, however long a word is', () => {
  // with the square of the length in parts this does not end within the test's time
  expect(relatedWithin(`中秋${'的'.repeat(16_384)}`, 'event')).toContain('灯会');
});
