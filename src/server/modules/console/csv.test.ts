import { expect, it } from 'vitest';
import { csvField, csvLine } from './csv.ts';

it('makes formulas harmless, quotes what must be quoted, keeps numbers', () => {
  expect(['=1+1', '+86', '-5', '@x', '\tx', '\rx'].map(csvField)).toEqual(["'=1+1", "'+86", "'-5", "'@x", "'\tx", `"'\rx"`]);
  expect(csvLine([-5, null, 'a,b', '他说"好"', '两\n行', '普通'])).toBe('-5,,"a,b","他说""好""","两\n行",普通\r\n');
});
