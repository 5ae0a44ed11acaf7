import { expect, it } from 'vitest';
import { readWords, withWord } from './recent-words.ts';

it('keeps ten words, newest first, each once', () => {
  const words = Array.from({ length: 12 }, (_, index) => `词${index}`).reduce<string[]>((all, word) => withWord(all, word), []);
  expect(words).toHaveLength(10);
  expect(withWord(words, '词5').slice(0, 2)).toEqual(['词5', '词11']);
  expect(withWord(words, '  ')).toEqual(words);
});

it('distrusts storage', () => {
  expect(readWords(null)).toEqual([]);
  expect(readWords({ length: 3 })).toEqual([]);
  expect(readWords(['年会', 3, '', null])).toEqual(['年会']);
});
