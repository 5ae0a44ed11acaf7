import { expect, it } from 'vitest';
import { answerRange, isCurrent } from './byte-range.ts';

const of = (range?: string, if_range?: string) => answerRange(1000, '"a"', range, if_range);
const whole = { status: 200, start: 0, end: 999 };

it.each([
  ['bytes=0-0', { status: 206, start: 0, end: 0 }],
  ['bytes=0-', { status: 206, start: 0, end: 999 }],
  ['bytes=500-599', { status: 206, start: 500, end: 599 }],
  ['bytes=999-5000', { status: 206, start: 999, end: 999 }],
  ['bytes=-1', { status: 206, start: 999, end: 999 }],
  ['bytes=-5000', { status: 206, start: 0, end: 999 }],
  ['bytes=-0', { status: 416 }],
  ['bytes=1000-', { status: 416 }],
  ['bytes=5000-6000', { status: 416 }],
  ['bytes=9-2', whole],
  ['bytes=-', whole],
  ['bytes=0-1,5-6', whole],
  ['items=0-1', whole],
  ['bytes=a-b', whole],
  ['bytes=0-99999999999999999999', whole],
])('%s', (range, answer) => {
  expect(of(range)).toEqual(answer);
});

it('heeds a range only for the same file', () => {
  expect(of('bytes=1-2', '"a"')).toEqual({ status: 206, start: 1, end: 2 });
  expect(of('bytes=1-2', '"b"')).toEqual(whole);
  expect(of('bytes=1-2', 'W/"a"')).toEqual(whole);
  expect(of('bytes=1-2', 'Sat, 21 Nov 2026 00:00:00 GMT')).toEqual(whole);
  expect(of(undefined)).toEqual(whole);
});

it('compares tags weakly for If-None-Match', () => {
  expect(isCurrent('"a"', undefined)).toBe(false);
  expect(isCurrent('"a"', '"b", W/"a"')).toBe(true);
  expect(isCurrent('"a"', '*')).toBe(true);
  expect(isCurrent('"a"', '"b"')).toBe(false);
});
