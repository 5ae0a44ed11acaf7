import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { synonymsOf } from '../synonyms.ts';
import { TRADE_SYNONYMS } from './trade-synonyms.ts';

const groups = TRADE_SYNONYMS.map((line) => line.split(' = '));
const classes = new Map(
  readFileSync(new URL('./trade-words.txt', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split(' ') as [string, string]),
);
/** More synonyms of a word are not asked for (rules.ts). */
const ASKED = 6;

it.each(groups.map((words) => [words.join(' '), words] as const))('%s', (_name, words) => {
  const synonyms = synonymsOf(TRADE_SYNONYMS);
  expect(words.length).toBeGreaterThan(1);
  expect(new Set(words).size).toBe(words.length);
  for (const word of words) {
    expect(word).toMatch(/^[\p{L}\p{N}]{2,12}$/u);
    // all of a group are asked for, and none of them is a word that decides nothing
    expect(synonyms(word).length, word).toBeLessThanOrEqual(ASKED);
    expect(synonyms(word), word).toEqual(expect.arrayContaining(words.filter((other) => other !== word)));
    expect(['quiet', 'price', 'sort', 'people-unit'], word).not.toContain(classes.get(word));
  }
});
