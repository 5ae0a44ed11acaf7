import { describe, expect, it } from 'vitest';
import {
  anyOfWords,
  INDEXED_CHARS,
  isPriceWord,
  normalise,
  parseQuery,
  priceWord,
  questionWords,
  quoted,
  type Synonyms,
  termsOf,
  tsquery,
} from './rules.ts';

/** Cuts where the space stands; the real one is a dictionary. */
const cut = (...words: string[]) => {
  const known = new Map(words.map((text) => [text.replaceAll(' ', ''), text.split(' ')]));
  return (run: string): string[] => known.get(run) ?? [run];
};
const asked = (keyword: string, by: (run: string) => string[], synonyms?: Synonyms) =>
  parseQuery(keyword, by, synonyms)?.terms.map(({ term, prefix }) => term + (prefix ? '*' : ''));

it.each([
  ['ＰＰＴ　模板', 'ppt 模板'],
  ['  A \n b ', 'a b'],
  ['①', '1'],
])('%j is %j for equal texts', (text, form) => expect(normalise(text)).toBe(form));

describe('what a text offers', () => {
  it('single characters and neighbouring pairs within a run, whole words of other scripts, nothing twice', () => {
    expect(termsOf('年会2026，年会 PPT!').toSorted()).toEqual(['2026', 'ppt', '会', '年', '年会'].toSorted());
  });
  it('no pair over a mark or a word of another script', () => expect(termsOf('红、蓝a绿')).not.toContain('红蓝'));
  it('the beginning of a long code, and of a long text', () => {
    expect(termsOf('a'.repeat(60))).toEqual(['a'.repeat(40)]);
    expect(termsOf(`${'。'.repeat(INDEXED_CHARS)}尾`)).toEqual([]);
  });
});

describe('what a keyword asks for', () => {
  it('pairs within words only, so that what stands between them may differ', () => {
    expect(asked('音乐节方阵', cut('音乐节 方阵'))).toEqual(['音乐', '乐节', '方阵']);
  });
  it('neighbouring single characters together: a cut must not lose a word', () => {
    expect(asked('快闪店', cut('快 闪 店'))).toEqual(['快闪', '闪店']);
  });
  it('words of letters also as a beginning, numbers as they are', () => expect(asked('ppt 2026', cut())).toEqual(['ppt*', '2026']));
  it('not what everything here is, beside another word; alone it is what is meant', () => {
    expect(asked('年会方案', cut('年会 方案'))).toEqual(['年会']);
    expect(asked('方案', cut())).toEqual(['方案']);
  });
  it.each(['', '  ', '，。!', '🎉'])('nothing for %j', (keyword) => expect(parseQuery(keyword, cut())).toBeNull());

  const synonyms: Synonyms = (word) => ({ 年会: ['年度盛典'], 年度盛典: ['年会'] })[word] ?? [];
  it('any of the words that mean the same, all terms of one of them', () => {
    const parsed = parseQuery('年会 红色', cut(), synonyms);
    expect(parsed?.words).toEqual(['年会', '红色', '年度盛典']);
    expect(parsed && tsquery(parsed)).toBe("'红色' & (('年会') | ('年度' & '度盛' & '盛典'))");
  });
  it('a word of the synonyms that the dictionary cuts', () => {
    expect(parseQuery('年度盛典', cut('年度 盛典'), synonyms)?.either).toHaveLength(1);
  });
  it('is bounded, however long it is', () => {
    const long = Array.from({ length: 200 }, (_, at) => `w${at}`).join(' ');
    const parsed = parseQuery(long, cut());
    expect([parsed?.terms.length, parsed?.words.length]).toEqual([24, 6]);
  });
});

describe('what a question is about', () => {
  it.each([
    ['年会怎么办才好玩？', ['年会 怎么办 才 好玩'], ['年会']],
    ['推荐一个 3 月的策划方案', ['推荐 一个', '月 的 策划方案'], ['月的']],
    ['有没有什么建议', ['有没有 什么 建议'], []],
  ])('%s', (question, words, about) => expect(questionWords(question, cut(...words))).toEqual(about));
});

it('speaks PostgreSQL’s form, and no sign of a word leaves it', () => {
  expect(anyOfWords(['年会', 'ppt'])).toBe("('年会') | ('ppt')");
  expect(anyOfWords(["o'clock\\"])).toBe("('o' & 'clock')");
  expect(quoted("o'clock\\")).toBe("'o''clock\\\\'");
});

it.each([
  [{ vip_only: true, price_fen: 0 }, '会员'],
  [{ vip_only: true, price_fen: 900 }, '会员'],
  [{ vip_only: false, price_fen: 0 }, '免费'],
  [{ vip_only: false, price_fen: 1 }, '付费'],
])('%o is found as %s', (price, word) => {
  expect([priceWord(price), isPriceWord(word), isPriceWord('会')]).toEqual([word, true, false]);
});
