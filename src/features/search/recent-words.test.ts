import { expect, it } from 'vitest';
import { readWords, shortWord, withWord } from './recent-words.ts';

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

it('U-22 shows a long keyword in one line of a phone, whole signs only', () => {
  expect(shortWord('企业年会')).toBe('企业年会');
  expect(shortWord('年'.repeat(20))).toBe('年'.repeat(20));
  expect(shortWord('🎉'.repeat(50))).toBe(`${'🎉'.repeat(20)}…`);
});
