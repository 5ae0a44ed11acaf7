import { describe, expect, it } from 'vitest';
import { checkCodeDigits, checkPassword, checkPhone, plainPhone } from './identity.ts';

describe('a phone', () => {
  it('F-59, U-36 is understood as people write and paste it', () => {
    const written = [
      '13911112222',
      '139 1111 2222',
      '139-1111-2222',
      '+8613911112222',
      '+86 139 1111 2222',
      '(86)139‑1111‑2222',
      '008613911112222',
    ];
    for (const text of [...written, '\u202d13911112222\u202c', '１３９１１１１２２２２']) {
      expect(plainPhone(text), text).toBe('13911112222');
      expect(checkPhone(text), text).toBeNull();
    }
  });

  it('is refused with the text that fits', () => {
    expect(checkPhone(' ')).toBe('请输入手机号码');
    expect(checkPhone('1391111222')).toBe('请输入11位手机号码');
    expect(checkPhone('8613911112')).toBe('请输入11位手机号码');
    expect(checkPhone('23911112222')).toBe('请输入正确的手机号');
    expect(checkPhone('+1 415 555 0100')).toBe('暂不支持国外号码');
  });
});

it('F-40 a password of blanks is none, and a long one is refused, not cut', () => {
  expect(checkPassword('      ')).toBe('请输入密码');
  expect(checkPassword('a'.repeat(21))).toBe('请输入6-20位密码');
  expect(checkPassword('pass word')).toBeNull();
});

it('a code is six digits before anybody is asked', () => {
  expect(checkCodeDigits('')).toBe('请输入验证码');
  for (const text of ['12', 'abcdef', '1234567']) expect(checkCodeDigits(text), text).toBe('请输入 6 位数字验证码');
  expect(checkCodeDigits(' 123456 ')).toBeNull();
});
