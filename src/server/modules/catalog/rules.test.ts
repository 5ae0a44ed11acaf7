import { describe, expect, it } from 'vitest';
import { commonFacets, FACET_FREE, FACET_MEMBER, FACET_PAID, facetKeys, facetsOf, offsetOf, ringSlice } from './rules.ts';

const ITEM = { category_id: 3, category_sub_id: null, term_ids: [9], tag_ids: [40], price_fen: 0, vip_only: false, format: 'pdf' };

describe('the codes of an item', () => {
  it.each([
    ['free', {}, [3, 9, FACET_FREE, -11, 40]],
    ['paid', { price_fen: 1, category_sub_id: 5 }, [3, 5, 9, FACET_PAID, -4, -11, 40]],
    ['paid, at the end of its band', { price_fen: 2_000 }, [3, 9, FACET_PAID, -4, -11, 40]],
    ['paid, where the next one begins', { price_fen: 2_001 }, [3, 9, FACET_PAID, -5, -11, 40]],
    ['paid, in the last one', { price_fen: 30_001 }, [3, 9, FACET_PAID, -8, -11, 40]],
    ['of members, also where others can buy it', { price_fen: 100, vip_only: true }, [3, 9, FACET_MEMBER, -11, 40]],
    ['of a format that lists do not know', { format: 'key' }, [3, 9, FACET_FREE, 40]],
  ])('%s', (_what, change, codes) => expect(commonFacets({ ...ITEM, ...change } as typeof ITEM)).toEqual(codes));
});

describe('what a filter asks for', () => {
  it.each([
    ['nothing', {}, []],
    ['all prices', { price: 'all' as const }, []],
    ['a range of prices', { price: '20-50' as const }, [-5]],
    ['the sub category alone: it implies its parent', { cid: 3, cid2: 5 }, [5]],
    [
      'a tag, terms, a price and a format',
      { cid: 3, tag: 40, terms: { mood: 9 }, price: 'vip' as const, format: 'pptx' },
      [3, 40, 9, -3, -12],
    ],
    ['a format that nobody has: no item, not all of them', { format: 'exe' }, [-99]],
  ])('%s', (_what, filter, codes) => expect(facetsOf(filter)).toEqual(codes));

  it('is carried by the items that pass, whichever way it is asked', () => {
    for (const filter of [{ cid: 3 }, { terms: { mood: 9 } }, { price: 'free' as const, format: 'pdf' }, { tag: 40, cid: 3 }]) {
      expect(commonFacets(ITEM as Parameters<typeof commonFacets>[0])).toEqual(expect.arrayContaining(facetsOf(filter)));
    }
  });
});

describe('keys of the index', () => {
  it.each([
    ['none', [], []],
    ['one alone', [7], ['7']],
    ['price and format as one', [-1, -11], ['-111']],
    ['pairs with the first, the larger one before', [3, 9, 5], [String(9n * 4_294_967_296n + 3n), String(5n * 4_294_967_296n + 3n)]],
    ['the price after a term', [9, -2], [String(9n * 4_294_967_296n - 2n)]],
  ])('%s', (_what, codes, keys) => expect(facetKeys(codes)).toEqual(keys));
});

it.each([
  [1, 10, 100, 0],
  [10, 10, 100, 90],
  [11, 10, 100, null],
])('page %i of %i, lists reach %i: offset %s', (page, limit, reach, offset) => expect(offsetOf(page, limit, reach)).toBe(offset));

describe('a ring', () => {
  it.each([
    [1, 2, ['a', 'b']],
    [2, 2, ['c', 'a']],
    [3, 2, ['b', 'c']],
    [1, 9, ['a', 'b', 'c']],
    [2, 9, ['a', 'b', 'c']],
  ])('page %i of %i', (page, limit, shown) => expect(ringSlice(['a', 'b', 'c'], page, limit)).toEqual(shown));
  it('of nothing shows nothing', () => expect(ringSlice([], 3, 5)).toEqual([]));
});
