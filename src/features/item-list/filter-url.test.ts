import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ItemFilter } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { filterDepth, listHref, needsRedirect, readFilter } from './filter-url.ts';

const KIND = KINDS.scheme;
const id = fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined });
const state = fc
  .record({
    keyword: fc.option(fc.constantFrom('年会', 'KPI会议', 'a&b=c', '100% +', '快闪 店'), { nil: undefined }),
    cid: id,
    cid2: id,
    tag: id,
    terms: fc.option(fc.constantFrom({ industry: 3 }, { industry: 4, activity: 5 }, { activity: 6 }), { nil: undefined }),
    price: fc.option(fc.constantFrom('free', 'paid', 'vip'), { nil: undefined }),
    format: fc.option(fc.constantFrom('pdf', 'pptx'), { nil: undefined }),
    sort: fc.option(fc.constantFrom('new', 'download'), { nil: undefined }),
    page: fc.option(fc.integer({ min: 2, max: 100 }), { nil: undefined }),
  })
  .map((filter) => JSON.parse(JSON.stringify(filter)) as ItemFilter);

const query = (href: string) => new URL(href, 'http://x').searchParams;

it('comes back from its own URL, whatever is chosen', () => {
  fc.assert(
    fc.property(state, (filter) => {
      const href = listHref(KIND, '/programme', filter);
      expect(readFilter(KIND, query(href))).toEqual(filter);
      expect(needsRedirect(KIND, query(href), '/programme', filter)).toBe(false);
    }),
  );
});

it('K a range of prices stands in the address, and only those that lists know', () => {
  expect(readFilter(KIND, query('/?price=20-50'))).toEqual({ price: '20-50' });
  expect(listHref(KIND, '/programme', { cid: 1 }, { price: '300-' })).toBe('/programme?cid=1&price=300-');
  for (const wrong of ['20-', '0-99999999999', '50-20', '-1-20', '20-50 or 1=1']) {
    expect(readFilter(KIND, query(`/?price=${encodeURIComponent(wrong)}`))).toEqual({});
  }
});

it('ignores what it does not understand', () => {
  expect(readFilter(KIND, query('/?cid=abc&tag=-1&price=cheap&format=exe&sort=best&page=0&industry=99999999999999999999'))).toEqual({});
  expect(readFilter(KIND, query('/?keyword=%20%00%20'))).toEqual({});
});

it('sends wrong values to the one address, but leaves foreign parameters, empty fields and other orders alone', () => {
  expect(needsRedirect(KIND, query('/?cid=abc'), '/programme', {})).toBe(true);
  expect(needsRedirect(KIND, query('/?sort=new&cid=3'), '/programme', { cid: 3, sort: 'new' })).toBe(false);
  expect(needsRedirect(KIND, query('/?page=1'), '/programme', {})).toBe(true);
  expect(needsRedirect(KIND, query('/?utm_channel=wx&keyword='), '/programme', {})).toBe(false);
});

it('begins at the first page when a filter changes, and keeps the filter when the page does', () => {
  expect(listHref(KIND, '/programme', { cid: 1, page: 7 }, { price: 'free' })).toBe('/programme?cid=1&price=free');
  expect(listHref(KIND, '/programme', { cid: 1, page: 7 }, { page: 8 })).toBe('/programme?cid=1&page=8');
  expect(listHref(KIND, '/programme', { cid: 1 }, { cid: undefined })).toBe('/programme');
});

it('counts a category and its sub category once', () => {
  expect(filterDepth({ cid: 1, cid2: 2, price: 'free', page: 3 })).toBe(2);
});
