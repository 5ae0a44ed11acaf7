import { expect, it } from 'vitest';
import { cellText } from '#contract/csv-cell.ts';
import { csvField, csvLine } from './csv.ts';

it('makes formulas harmless, quotes what must be quoted, keeps numbers', () => {
  expect(['=1+1', '+86', '-5', '@x', '\tx', '\rx'].map(csvField)).toEqual(["'=1+1", "'+86", "'-5", "'@x", "'\tx", `"'\rx"`]);
  expect(csvLine([-5, null, 'a,b', '他说"好"', '两\n行', '普通'])).toBe('-5,,"a,b","他说""好""","两\n行",普通\r\n');
});

it('P11 long numbers, tax numbers and leading zeros keep every digit, and are read back as they were', () => {
  const numbers = ['202611260000000000000001', '911101085906178888', '007', '12E5'];
  expect(csvLine(numbers)).toBe('"=""202611260000000000000001""","=""911101085906178888""","=""007""","=""12E5"""\r\n');
  expect(numbers.map((one) => cellText(`="${one}"`))).toEqual(numbers);
  expect(['SF1234567890123', '13800000000', '0.5', '0', '12'].map(csvField)).toEqual(['SF1234567890123', '13800000000', '0.5', '0', '12']);
  expect(["'=1+1", "it's", '普通', '="=1"'].map(cellText)).toEqual(['=1+1', "it's", '普通', '="=1"']);
});

it('A14 makes full-width formulas harmless too', () => {
  expect(['＝1+1', '＋86', '－5', '＠x', '价格＝5'].map(csvField)).toEqual(["'＝1+1", "'＋86", "'－5", "'＠x", '价格＝5']);
});
