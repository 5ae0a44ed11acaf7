import { expect, it } from 'vitest';
import { afterText, isCommentKind, readAfter, wordIn } from './rules.ts';

it.each([
  ['article', true],
  ['video', false],
  ['', false],
])('%j is a kind with comments: %s', (kind, is) => expect(isCommentKind(kind)).toBe(is));

it.each([
  ['as it is written', '加微信领资料', ['加微信'], '加微信'],
  ['spaced', '加 微\n信', ['加微信'], '加微信'],
  ['in wide letters and capitals', 'ＶＸ123', ['vx'], 'vx'],
  ['the first of two, as it is listed', 'vx 和 加微信', ['加 微信', 'vx'], '加 微信'],
  ['none', '讲得很好', ['加微信'], null],
  ['an empty word, which stands everywhere', '讲得很好', ['', ' '], null],
])('finds a word: %s', (_what, text, words, found) => expect(wordIn(text, words)).toBe(found));

it.each([
  ['12_345', { like_num: 12, id: 345 }],
  ['0_1', { like_num: 0, id: 1 }],
  ['12_', null],
  ['_345', null],
  ['12_345x', null],
  ['-1_345', null],
  ['1234567890123_1', null],
  ['1_1234567890123456', null],
  ['', null],
])('reads the place %j', (text, place) => {
  expect(readAfter(text)).toEqual(place);
  if (place) expect(afterText(place)).toBe(text);
});
