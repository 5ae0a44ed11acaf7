import { expect, it } from 'vitest';
import { DEFAULT_CATEGORIES, DEFAULT_INDUSTRIES, DEFAULT_TERMS } from '../modules/catalog/index.ts';
import { composeDeck } from './decks/compose.ts';
import { layOut } from './decks/layout.ts';
import { deckToPdf } from './decks/pdf.ts';
import { deckToPptx } from './decks/pptx.ts';
import { composeTemplate } from './decks/template.ts';
import { createRandom } from './random.ts';
import { PUBLISHERS } from './world/people.ts';
import { DEMO_PPTS, PPT_STYLES } from './world/ppts.ts';
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

it('has templates of every style and price, by different publishers, under terms that exist', () => {
  const { categories, facets } = DEFAULT_TERMS['ppt'] ?? { categories: [], facets: {} };
  for (const ppt of DEMO_PPTS) {
    expect(categories.find(({ name }) => name === ppt.category[0])?.children, ppt.title).toContain(ppt.category[1]);
    expect(facets['style'], ppt.title).toContain(ppt.style);
    expect(facets['scene'], ppt.title).toContain(ppt.scene);
    expect(PUBLISHERS[ppt.publisher], ppt.title).toBeDefined();
  }
  expect(DEMO_PPTS.length).toBeGreaterThanOrEqual(8);
  expect(new Set(DEMO_PPTS.map(({ title }) => title)).size).toBe(DEMO_PPTS.length);
  expect(new Set(DEMO_PPTS.map(({ style }) => style))).toEqual(new Set(PPT_STYLES));
  expect(new Set(DEMO_PPTS.map(({ publisher }) => publisher)).size).toBeGreaterThanOrEqual(8);
  const prices = DEMO_PPTS.map(({ price }) => (typeof price === 'number' ? Math.sign(price) : price));
  expect(new Set(prices)).toEqual(new Set([0, 1, 'vip']));
  expect(new Set(DEMO_PPTS.map(({ format }) => format))).toEqual(new Set(['pdf', 'pptx']));
});

it('draws every template whole: fifteen pages, no placeholder, every look', { timeout: 60_000 }, async () => {
  const decks = DEMO_PPTS.map((ppt) => composeTemplate(ppt, '作者'));
  for (const deck of decks) {
    expect([deck.slides.length, JSON.stringify(deck)]).toEqual([15, expect.not.stringMatching(/\{\w+\}|undefined/)]);
    expect(layOut(deck).every((shapes) => shapes.length > 1)).toBe(true);
  }
  expect(new Set(decks.map(({ look }) => look))).toEqual(new Set(['line', 'band', 'frame', 'corner', 'dark']));
  const pdf = await deckToPdf(decks[1] as (typeof decks)[number]);
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  const pptx = await deckToPptx(decks[0] as (typeof decks)[number]);
  expect(Buffer.from(pptx.subarray(0, 2)).toString()).toBe('PK');
});
