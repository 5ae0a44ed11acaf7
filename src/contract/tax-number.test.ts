import { expect, it } from 'vitest';
import { isTaxNumber, plainTaxNumber } from './tax-number.ts';

it.each(['91350100M000100Y43', '91110000802100433B', '91440300708461136T'])('IM-6 takes the published number %s', (number) => {
  expect(isTaxNumber(number)).toBe(true);
});

it.each([
  ['another check character', '91350100M000100Y44'],
  ['two characters changed over', '91350100M001000Y43'],
  ['a letter that the alphabet leaves out', '91350100I000100Y43'],
  ['too short', '91350100M000100Y4'],
  ['too long', '91350100M000100Y433'],
  ['a region of letters', '91A50100M000100Y43'],
  ['small letters', '91350100m000100y43'],
  ['nothing', ''],
])('refuses %s', (_name, number) => {
  expect(isTaxNumber(number)).toBe(false);
});

it('reads a number as people paste it', () => {
  expect(plainTaxNumber(' 9135 0100-m000 100y43 ')).toBe('91350100M000100Y43');
});
