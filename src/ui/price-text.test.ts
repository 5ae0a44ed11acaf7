import { expect, it } from 'vitest';
import { amountText, countText, priceLabel, priceText, soldLabel } from './price-text.ts';

it.each([
  [0, '0'],
  [40, '40'],
  [39.9, '39.90'],
  [10_000, '10,000'],
  [12_345, '1.23万'],
  [20_000, '2万'],
])('F-10 shows %d yuan', (yuan, text) => {
  expect(priceText(yuan)).toBe(text);
});

it.each([
  [40, '40'],
  [12_345.6, '12,345.60'],
  [9_999.5, '9999.50'],
])('shows %d yuan to the fen where it is paid', (yuan, text) => {
  expect(amountText(yuan)).toBe(text);
});

it('names what a card costs', () => {
  expect(priceLabel({ price: 0, vip_only: false })).toBe('免费');
  expect(priceLabel({ price: 0, vip_only: true })).toBe('会员');
  expect(priceLabel({ price: 59, vip_only: false })).toBe('¥59');
});

it('K-015 shortens counters above ten thousand', () => {
  expect(countText(10_000)).toBe('10000');
  expect(countText(123_456)).toBe('12.35万');
});

it('calls nothing free that has no price of its own', () => {
  const row = { price: 0, vip_only: false };
  expect([soldLabel({ sold: false }, row), soldLabel(undefined, row)]).toEqual(['', '']);
  expect([soldLabel({ sold: true }, row), soldLabel({ sold: true }, { price: 0.01, vip_only: false })]).toEqual(['免费', '¥0.01']);
});
