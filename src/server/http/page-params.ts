/**
 * Which pages are cached, and which query parameters decide what they show. Everything else in a query (utm_*, cache busters) is
 * dropped before the page sees it, so a flood of invented parameters meets one entry. A path that is not listed is never kept.
 */
export type ParamKind =
  /** Decimal digits. */
  | 'number'
  /** A short word of latin letters, digits, dash and underscore. */
  | 'word'
  /** Free text of at most 64 characters. */
  | 'text';

const LIST: Record<string, ParamKind> = {
  cid: 'number',
  cid2: 'number',
  tag: 'number',
  industry: 'number',
  activity: 'number',
  price: 'word',
  format: 'word',
  sort: 'word',
  keyword: 'text',
  page: 'number',
};

export const CACHED_PAGES: Readonly<Record<string, Readonly<Record<string, ParamKind>>>> = {
  '/': {},
  '/hmh': { type: 'number' },
  '/about/helpCenter': { id: 'number' },
  '/about/registerAgreement': {},
  '/about/privacy': {},
  '/personalLecturer': { uid: 'number', page: 'number' },
  '/login': {},
  '/register': {},
  '/programme': LIST,
  '/programme/detail': { id: 'number' },
  '/programme/heji': { id: 'number', page: 'number' },
  '/programme/caseDetail': { id: 'number' },
  '/search': { ...LIST, type: 'word' },
  '/robots.txt': {},
  '/sitemap.xml': {},
  '/sitemap-pages.xml': {},
  '/sitemap-schemes.xml': { page: 'number' },
  // only in a benchmark's build
  '/__empty': {},
};
