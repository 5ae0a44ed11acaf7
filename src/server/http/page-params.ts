import type { ParamKind } from '#contract/areas/area.ts';
import { cachedPages } from '#contract/areas/index.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';

type Params = Readonly<Record<string, ParamKind>>;

/** What every list reads beside the parameters of its kind's facets. */
const LIST: Params = {
  cid: 'number',
  cid2: 'number',
  tag: 'number',
  price: 'word',
  format: 'word',
  sort: 'word',
  keyword: 'text',
  page: 'number',
  // a tag by its name (spec: /ppt?searchInput={tag}&page=1&type=2)
  searchInput: 'text',
};

const kinds: KindFacts[] = Object.values(KINDS);
const facetParams = (of: readonly KindFacts[]): Params =>
  Object.fromEntries(of.flatMap(({ facets }) => facets.map(({ param }): [string, ParamKind] => [param, 'number'])));

/** Lists and details of every kind; kinds that share a list share its parameters. */
const pagesOfKinds = Object.fromEntries(
  kinds.flatMap(
    ({ paths }): Array<[string, Params]> => [
      [paths.list, { ...LIST, ...facetParams(kinds.filter((kind) => kind.paths.list === paths.list)) }],
      [paths.detail, { id: 'number' }],
    ],
  ),
);

/**
 * Which pages are cached, and which query parameters decide what they show. Everything else in a query (utm_*, cache busters) is dropped before
 * the page sees it, so a flood of invented parameters meets one entry. A path that is not listed is never cached.
 */
export const CACHED_PAGES: Readonly<Record<string, Params>> = {
  ...pagesOfKinds,
  // every kind's own filters, and which kind is meant
  '/search': { ...LIST, ...facetParams(kinds), type: 'word' },
  ...Object.fromEntries(cachedPages.map(({ path, params = {} }): [string, Params] => [path, params])),
};
