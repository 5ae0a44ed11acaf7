import { describe, expect, it } from 'vitest';
import { INDEXED_CHARS, isPriceWord, priceWord, quoted, termsOf } from './rules.ts';

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

it('speaks PostgreSQL’s form, and no sign of a word leaves it', () => {
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
