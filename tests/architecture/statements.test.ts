import { expect, it } from 'vitest';
import { readTree } from './source.ts';

const NAMED = /\bstatement(?:<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)?\(\s*'(\w+)'/g;

it('names each prepared statement once: a connection that meets two under one name refuses the second', () => {
  const names = readTree('src').flatMap(({ text }) => [...text.matchAll(NAMED)].map(([, name]) => name as string));
  expect(names.length).toBeGreaterThan(300);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
