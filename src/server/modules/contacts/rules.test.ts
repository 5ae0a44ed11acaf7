import { expect, it } from 'vitest';
import { buttonText, contactPrice, paidBy } from './rules.ts';

it.each([
  ['the price of the site', { item_id: 7, base: 10, special: [], is_company: false }, 10],
  ['its own price', { item_id: 7, base: 10, special: ['70=1', '7=30'], is_company: false }, 30],
  ['its own price of nothing', { item_id: 7, base: 10, special: ['7=0'], is_company: false }, 0],
  ['nothing for companies', { item_id: 7, base: 10, special: ['7=30'], is_company: true }, 0],
])('takes %s', (_name, of, price) => {
  expect(contactPrice(of)).toBe(price);
});

it.each([
  [{ unlocked: true, price: 10, is_company: false }, '拨打电话'],
  [{ unlocked: false, price: 10, is_company: false }, '10 猫币联系供应商（24 小时有效）'],
  [{ unlocked: false, price: 0, is_company: true }, '认证企业免费联系供应商'],
  [{ unlocked: false, price: 0, is_company: false }, '免费联系供应商'],
])('says on the button what it does: %j', (of, text) => {
  expect(buttonText(of)).toBe(text);
});

it.each([
  [{ price: 0, is_company: true, use_coupon: true }, 'company'],
  [{ price: 0, is_company: false, use_coupon: true }, 'free'],
  [{ price: 10, is_company: false, use_coupon: true }, 'coupon'],
  [{ price: 10, is_company: false, use_coupon: false }, 'coin'],
] as const)('is paid as chosen, and never when it costs nothing: %j', (of, by) => {
  expect(paidBy(of)).toBe(by);
});
