import { expect, it } from 'vitest';
import { checkCaller, contactStep } from './contact.ts';

const locked = { is_unlock: 0, unlock_price: 10, coupon_num: 0, open: 1 } as const;

it.each([
  ['unlocked', { ...locked, is_unlock: 1 as const }, 0.1, 'call'],
  ['unlocked, and closed by staff since', { ...locked, is_unlock: 1 as const, open: 0 as const }, 0.1, 'call'],
  ['closed by staff', { ...locked, open: 0 as const }, 0.1, 'closed'],
  ['free', { ...locked, unlock_price: 0, coupon_num: 2 }, 0.9, 'unlock'],
  ['with coupons', { ...locked, coupon_num: 2 }, 0.9, 'ask_coupon'],
  ['popup A', locked, 0.49, 'popup_a'],
  ['popup B', locked, 0.5, 'popup_b'],
] as const)('M-600 asks a reader of a contact: %s', (_name, state, chance, step) => {
  expect(contactStep(state, chance)).toBe(step);
});

it.each([
  ['', '请输入手机号码'],
  ['  ', '请输入手机号码'],
  ['1380000000', '请输入11位手机号码'],
  ['138000000001', '请输入11位手机号码'],
  ['12800000000', '请输入正确的手机号'],
  ['1380000000a', '请输入正确的手机号'],
  ['13800000000', null],
  ['19900000000', null],
])('M-604 checks the caller %j', (value, message) => {
  expect(checkCaller(value)).toBe(message);
});
