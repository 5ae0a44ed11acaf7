import { expect, it } from 'vitest';
import { EVENT_CLICK } from '#contract/tracking.ts';
import { CLICK_NAMES } from '#contract/visits.ts';
import { readTree, withoutComments } from './source.ts';

const told = (text: string): string[] => [
  ...[...text.matchAll(/data-track="(\w+)"/g)].map(([, name]) => String(name)),
  ...[...text.matchAll(new RegExp(`event_type: ${EVENT_CLICK}, event_name: '(\\w+)'`, 'g'))].map(([, name]) => String(name)),
];

it('every click that a page tells of has a name for operators, and no other', () => {
  const code = readTree('src').filter(({ path }) => !/\.test\.tsx?$/.test(path));
  const names = new Set(code.flatMap(({ text }) => told(withoutComments(text))));
  expect(names.size).toBeGreaterThan(20);
  expect([...names].toSorted()).toEqual(Object.keys(CLICK_NAMES).toSorted());
});
