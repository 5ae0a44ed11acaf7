import { expect, it } from 'vitest';
import { normalise } from './normalise.ts';

it.each([
  ['ＰＰＴ　模板', 'ppt 模板'],
  ['  A \n b ', 'a b'],
  ['①', '1'],
  ['發佈會 婚禮 週年慶', '发布会 婚礼 周年庆'],
  ['niánhuì', 'nianhui'],
  ['Lǚyóu CAFÉ', 'lvyou cafe'],
  ['が', 'が'],
])('%j is %j for equal texts', (text, form) => {
  expect(normalise(text)).toBe(form);
  expect(normalise(form)).toBe(form);
});
