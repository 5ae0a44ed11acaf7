import { expect, it } from 'vitest';
import { isComposing } from './is-composing.ts';

it.each([
  ['Chromium: the Enter that ends pinyin', { isComposing: true, keyCode: 229 }, true],
  ['P16 Safari: the same, after the composition', { isComposing: false, keyCode: 229 }, true],
  ['an Enter that sends', { isComposing: false, keyCode: 13 }, false],
])('%s', (_name, key, composing) => {
  const event = key as KeyboardEvent;
  expect([isComposing(event), isComposing({ nativeEvent: event })]).toEqual([composing, composing]);
});
