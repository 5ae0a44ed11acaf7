import { expect, it } from 'vitest';
import { lengthText, sizeText, timeLeft } from './file-size.ts';

it.each([
  [4_000, '0:04'],
  [187_400, '3:07'],
  [3_729_000, '1:02:09'],
])('%i ms are %s', (ms, text) => expect(lengthText(ms)).toBe(text));

it('says sizes and times as people do', () => {
  expect([sizeText(900), sizeText(340 * 1024), sizeText(1.25 * 1024 ** 2)]).toEqual(['1 KB', '340 KB', '1.3 MB']);
  expect([timeLeft(10, 0), timeLeft(100, 10), timeLeft(1_000, 10)]).toEqual(['', '约 10 秒', '约 2 分钟']);
});
