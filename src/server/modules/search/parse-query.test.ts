import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse-query.ts';
import { tsquery } from './rules.ts';
import { synonymsOf } from './synonyms.ts';
import { makeDictionary } from './words/dictionary.ts';

const words = new Map(
  Object.entries({ 年会: 'event', 婚礼: 'event', 户外: 'venue', 户外婚礼: 'event', 公司: 'weak', 互联网: 'industry', 方案: 'quiet' }),
);
/** Cuts as a dictionary of general words does these. */
const general = {
  cut: (run: string) => run.match(/音乐节|红色|./g) ?? [],
  all: (run: string) => run.match(/音乐节|红色/g) ?? [],
  tags: () => ['n'],
};
const dictionaryWith = (...lines: string[]) => makeDictionary([words], general, synonymsOf(lines));
const plain = dictionaryWith();
const asked = (keyword: string, dictionary = plain) => {
  const query = parseQuery(keyword, dictionary);
  return query && tsquery(query);
};

describe('what a keyword asks for', () => {
  it.each([
    ['音乐节婚礼', "'音乐' & '乐节' & '婚礼'", 'pairs within words only, so that what stands between them may differ'],
    ['快闪店', "'快闪' & '闪店'", 'characters that no dictionary knows, together'],
    ['kv 2026红色 x3', "'kv':* & '红色' & 'x3':*", 'words of letters as a beginning too; a year does not decide'],
    ['年会方案', "'年会'", 'not what everything here is, beside another word'],
    ['方案', "'方案'", 'alone it is what is meant'],
    ['互联网公司年会', "'年会'", 'what only ranks does not narrow'],
    ['户外婚礼', "'户外' & '婚礼'", 'parts of a compound, which others may stand between'],
  ])('%s: %s (%s)', (keyword, query) => expect(asked(keyword)).toBe(query));

  it.each(['', '  ', '，。!', '🎉'])('nothing for %j', (keyword) => expect(parseQuery(keyword, plain)).toBeNull());

  it('any of the words that mean the same, all terms of one of them', () => {
    const dictionary = dictionaryWith('年会 = 年度盛典', '年会=尾牙', '主视觉＝ KV');
    expect(asked('年会 红色', dictionary)).toBe("'红色' & (('年会') | ('年度' & '度盛' & '盛典') | ('尾牙'))");
    // a word of the synonyms is one that the cut knows
    expect(asked('年度盛典', dictionary)).toBe("(('年度' & '度盛' & '盛典') | ('年会'))");
    expect(asked('KV', dictionary)).toBe("(('kv':*) | ('主视' & '视觉'))");
    expect(parseQuery('年会', dictionary)?.words).toEqual(['年度盛典', '年会', '尾牙']);
  });

  it('is bounded, however long it is', () => {
    const long = Array.from({ length: 200 }, (_, at) => `w${at}`).join(' ');
    const parsed = parseQuery(long, plain);
    expect(parsed?.terms.length).toBeLessThanOrEqual(24);
    expect(parsed?.rank.length).toBeLessThanOrEqual(8);
  });
});

it('ranks by the words that decide, then by those that are named besides; words that say nothing change nothing', () => {
  const rank = (keyword: string) => parseQuery(keyword, plain)?.rank;
  expect(rank('互联网公司年会')).toEqual([
    { word: '年会', points: 60 },
    { word: '互联网', points: 40 },
    { word: '公司', points: 8 },
  ]);
  expect(rank('年会方案')).toEqual(rank('年会'));
  expect(rank('户外婚礼')?.map(({ word }) => word)).toEqual(['户外婚礼', '户外', '婚礼']);
});
