import { expect, it } from 'vitest';
import { parseQuery, tsquery } from './rules.ts';
import { synonymsOf } from './synonyms.ts';

const synonyms = synonymsOf(['年会 = 年度盛典', '主视觉＝ KV', '年会=尾牙', '方案 = 策划案']);
/** Cuts as jieba does these. */
const cut = (run: string) => run.match(/公司|年会|年度|盛典|方案|../g) ?? [];
const asked = (keyword: string) => {
  const query = parseQuery(keyword, cut, synonyms);
  return query && tsquery(query);
};

it('reads lines in any width and case, and joins lines of one word', () => {
  expect(synonyms('年会')).toEqual(['年度盛典', '尾牙']);
  expect(synonyms('kv')).toEqual(['主视觉']);
  expect(synonyms('年度')).toEqual([]);
});

it('asks for a word or one of its synonyms, and for the rest as before', () => {
  expect(asked('公司年会')).toBe(`'公司' & (('年会') | ('年度' & '度盛' & '盛典') | ('尾牙'))`);
  expect(asked('年度盛典')).toBe(`(('年度' & '度盛' & '盛典') | ('年会'))`);
  expect(asked('KV')).toBe(`(('kv':*) | ('主视' & '视觉'))`);
});

it('lets words that say nothing narrow nothing, alone they are asked for', () => {
  expect(asked('年会方案')).toBe(asked('年会'));
  expect(asked('方案')).toContain(`'方案'`);
  expect(asked('…')).toBeNull();
});

it('ranks and marks by the words first and their synonyms after', () => {
  expect(parseQuery('公司年会', cut, synonyms)?.words).toEqual(['公司', '年会', '年度盛典', '尾牙']);
  expect(parseQuery('公司年会', cut)?.words).toEqual(['公司', '年会']);
});
