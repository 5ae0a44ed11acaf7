import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { giveBackText, itemTexts, takingWord } from './rules.ts';

it('says what a buyer does with it: lessons are studied, files downloaded', () => {
  expect(takingWord(KINDS.course)).toBe('学习');
  expect(takingWord(KINDS.scheme)).toBe('下载');
  const { noun } = KINDS.course;
  expect(itemTexts(KINDS.course)).toEqual({ noun, owned: `您已拥有该${noun}，可直接学习`, sold_out: `该${noun}已售完` });
});

it('says how long what is bought can be given back, and by what that ends', () => {
  expect(giveBackText(KINDS.scheme, 7)).toBe('支付后 7 天内，没有打开付费页面、也没有下载的，可以自己申请退款。');
  expect(giveBackText(KINDS.course, 3)).toBe('支付后 3 天内，没有打开付费课时的，可以自己申请退款。');
  expect(giveBackText(KINDS.scheme, 0)).toBe('');
});
