import { expect, it } from 'vitest';
import { couponLeftText } from './VipPay.tsx';

it('P-300 says days above a day, a clock below it, and the end', () => {
  const table: Array<[number, string]> = [
    [3 * 86_400, '剩余 3 天'],
    [86_401, '剩余 2 天'],
    [86_400, '剩余 24:00:00'],
    [3_661, '剩余 01:01:01'],
    [1, '剩余 00:00:01'],
    [0, '优惠券已过期'],
    [-5, '优惠券已过期'],
  ];
  for (const [left_s, text] of table) expect(couponLeftText(left_s)).toBe(text);
});
