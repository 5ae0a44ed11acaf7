import { expect, it } from 'vitest';
import { HANDS } from '../decks/style.ts';
import { ADMIN, BUYER, MEMBER, PUBLISHERS, READER_NAMES, REVIEWER } from '../world/people.ts';
import { DEMO_TALKS } from '../world/salon-talks.ts';
import { bustSvg } from './face.ts';

it('U31 everybody in the demo has a face of their own, the same wherever they show', () => {
  const people = [BUYER, MEMBER, REVIEWER, ADMIN, ...PUBLISHERS].map(({ nickname }) => nickname);
  const names = new Set([...people, ...READER_NAMES, ...DEMO_TALKS.map(({ speaker }) => speaker)]);
  const faces = new Set([...names].map(bustSvg));
  expect(faces.size).toBe(names.size);
  for (const name of names) expect(faces.has(bustSvg(name))).toBe(true);
});

it('U16 no two publishers lay out their covers alike', () => {
  const hands = HANDS.map(({ covers }) => [...covers].sort().join());
  expect(new Set(hands).size).toBe(HANDS.length);
});
