import { expect, it } from 'vitest';
import { DEFAULT_CATEGORIES, DEFAULT_INDUSTRIES } from '../modules/catalog/index.ts';
import { composeDeck } from './decks/deck.ts';
import { createRandom } from './random.ts';
import { PUBLISHERS } from './world/people.ts';
import { DEMO_COLLECTIONS, DEMO_SCHEMES } from './world/schemes.ts';

it('composes the same document for the same seed, and another for another', () => {
  const scheme = DEMO_SCHEMES[0] as (typeof DEMO_SCHEMES)[number];
  const deck = (seed: number) => composeDeck(scheme, '作者', createRandom(seed));
  expect(deck(1)).toEqual(deck(1));
  expect(deck(1)).not.toEqual(deck(2));
});

it('places every scheme under terms that exist, with a title of its own', () => {
  for (const scheme of DEMO_SCHEMES) {
    const top = DEFAULT_CATEGORIES.find(({ name }) => name === scheme.category[0]);
    expect(top?.children, scheme.title).toContain(scheme.category[1]);
    expect(DEFAULT_INDUSTRIES as readonly string[], scheme.title).toContain(scheme.industry);
    expect(PUBLISHERS[scheme.publisher], scheme.title).toBeDefined();
    expect(scheme.tags.length).toBeLessThanOrEqual(10);
  }
  expect(new Set(DEMO_SCHEMES.map(({ title }) => title)).size).toBe(DEMO_SCHEMES.length);
});

it('fills every collection and leaves no placeholder in a document', () => {
  for (const collection of DEMO_COLLECTIONS) expect(DEMO_SCHEMES.filter(collection.matches).length, collection.title).toBeGreaterThan(2);
  for (const [index, scheme] of DEMO_SCHEMES.entries()) {
    expect(JSON.stringify(composeDeck(scheme, '作者', createRandom(index)))).not.toMatch(/\{\w+\}|undefined/);
  }
});
