import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { itemTexts, takingWord } from './rules.ts';

it('says what a buyer does with it: lessons are studied, files downloaded', () => {
  expect(takingWord(KINDS.course)).toBe('学习');
  expect(takingWord(KINDS.scheme)).toBe('下载');
  const { noun } = KINDS.course;
  expect(itemTexts(KINDS.course)).toEqual({ noun, owned: `您已拥有该${noun}，可直接学习`, sold_out: `该${noun}已售完` });
});
