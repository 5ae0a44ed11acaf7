import { expect, it } from 'vitest';
import { allFormats } from './formats.ts';
import { KINDS } from './kinds.ts';

it('each code of a format is its own and in the range that filters hold for formats', () => {
  const codes = allFormats().flatMap(([, { code }]) => code ?? []);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => code > -11 || code < -99)).toEqual([]);
});

it('each name by which searches call a format means one', () => {
  const words = allFormats().flatMap(([, { called = [] }]) => called);
  expect(new Set(words).size).toBe(words.length);
});

it('what kinds sell is recognised, served and filtered by', () => {
  const table = new Map(allFormats());
  const sold = Object.values(KINDS).flatMap(({ formats }): readonly string[] => formats);
  const forgotten = sold.filter((format) => {
    const { mime, code, signs } = table.get(format) ?? {};
    return mime === undefined || code === undefined || signs === undefined;
  });
  expect(forgotten).toEqual([]);
});
