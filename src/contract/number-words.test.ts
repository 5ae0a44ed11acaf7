import { expect, it } from 'vitest';
import { numberOf, wholeSaid } from './number-words.ts';

it.each([
  ['五十', 50],
  ['三百二', 320],
  ['一千零五', 1_005],
  ['十二', 12],
  ['两百', 200],
  ['几百', 500],
  ['百', 100],
  ['1.5', 1.5],
  ['年', null],
])('%s is %s', (text, number) => expect(numberOf(text)).toBe(number));

it.each([
  ['200', 200],
  ['约200人', 200],
  ['大约 两百人左右', 200],
  ['12.5万', 125_000],
  ['12.5 万元', 125_000],
  ['12万5', 125_000],
  ['12万5千元', 125_000],
  ['12万5000', 125_000],
  ['十二万五', 125_000],
  ['四十五万', 450_000],
  ['三百二', 320],
  ['１２，８００元', 12_800],
  ['¥3,000', 3_000],
  ['3w', 30_000],
  ['三小时', null],
  ['12.5', null],
  ['12万50', null],
  ['1.5万5', null],
  ['一二三', null],
  ['很多', null],
  ['元', null],
  ['', null],
])('%s typed into a field is %s', (text, number) => expect(wholeSaid(text)).toBe(number));
