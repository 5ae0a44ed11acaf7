import { expect, it } from 'vitest';
import { checkOffer, EMPTY_OFFER, offerPrice, offerPriceText, typedOffer, typedOfferHash } from './offer.ts';

const right = { ...EMPTY_OFFER, price: '12800', text: '十年年会经验，可含舞美与主持' };

it('takes prices as people type them', () => {
  expect(['12800', '￥１２８００', '12,800 元', '1.28万', '0.01', '88.8'].map(offerPrice)).toEqual([
    12_800, 12_800, 12_800, 12_800, 0.01, 88.8,
  ]);
  expect(['', '0', '-5', '1e5', '12.345', '面议', '10000001'].map(offerPrice)).toEqual([null, null, null, null, null, null, null]);
});

it('says what is wrong by the field', () => {
  expect(checkOffer(right)).toEqual({});
  expect(checkOffer({ ...right, price_max: '15000', days: '14' })).toEqual({});
  expect(checkOffer({ ...right, price: '' }).price).toBe('请输入报价');
  expect(checkOffer({ ...right, price_max: '12800' }).price_max).toContain('高于最低价');
  expect(checkOffer({ ...right, days: '0' }).days).toContain('天数');
  expect(checkOffer({ ...right, text: '很好' }).text).toContain('至少');
  expect(checkOffer({ ...right, files: [1, 2, 3], kept_files: [0, 1, 2] }).files).toContain('最多');
});

it('writes prices for people', () => {
  expect([offerPriceText(12_800, null), offerPriceText(12_800, 15_000.5), offerPriceText(null, null)]).toEqual([
    '12,800 元',
    '12,800 至 15,000.5 元',
    '密封中',
  ]);
});

it('what two agreed on stands behind the address of a demand, and nothing else is read from there', () => {
  const typed = { price: '12800.5', days: '5', text: '年会主视觉 & 延展\n含两轮修改' };
  expect(typedOffer(typedOfferHash(typed))).toEqual(typed);
  expect([typedOffer(''), typedOffer('#offers')]).toEqual([null, null]);
  expect(typedOffer(`#offer-form&price=${'9'.repeat(99)}&files=1`)).toEqual({ price: '9'.repeat(20), days: '', text: '' });
});
