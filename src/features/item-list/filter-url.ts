import { type ItemFilter, type ItemSort, PRICE_FILTERS } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';

/**
 * The list's state is its URL, and the URL is the list's state. Reading is forgiving: what is not understood counts as not chosen.
 * Writing is strict: one order, defaults left out, so that one state has one address.
 */
const SORTS = ['new', 'download', 'price_up', 'price_down'] as const;
const ENDING_SORTS = [...SORTS, 'ends'] as const;
const SOLD_SORTS = [...SORTS, 'rating'] as const;
const PAID_SORTS = ['new', 'pay'] as const;
const KEYWORD_MAX = 60;

/** The facets of a kind beside category and tag, whose parameters every kind shares. */
export function ownFacets(kind: KindFacts) {
  return kind.facets.filter(({ key }) => key !== 'category' && key !== 'tag');
}

/** A kind whose files hold others is filtered by what is in them, and not by what holds them. */
export const filtersByFormat = (kind: KindFacts): boolean => !kind.facets.some(({ key }) => key === 'inside');

export function readFilter(kind: KindFacts, query: URLSearchParams): ItemFilter {
  const number = (name: string) => {
    const text = query.get(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
  };
  const one = <T extends string>(name: string, values: readonly T[]) => values.find((value) => value === query.get(name));
  const keyword = [...(query.get('keyword') ?? '').replace(/\p{Cc}+/gu, ' ').trim()].slice(0, KEYWORD_MAX).join('');
  const page = number('page');
  const terms = ownFacets(kind).flatMap(({ key, param }) => {
    const id = number(param);
    return id === undefined ? [] : [[key, id] as const];
  });
  return compact({
    keyword: keyword === '' ? undefined : keyword,
    cid: number('cid'),
    cid2: number('cid2'),
    tag: number('tag'),
    terms: terms.length > 0 ? Object.fromEntries(terms) : undefined,
    price: one('price', PRICE_FILTERS),
    format: one('format', filtersByFormat(kind) ? kind.formats : []),
    sort: one<ItemSort>('sort', kind.key === 'job' ? PAID_SORTS : kind.ends ? ENDING_SORTS : kind.sale ? SOLD_SORTS : SORTS),
    page: page === 1 ? undefined : page,
  });
}

/**
 * Path and query of a state. `but` changes parts of it; a changed filter begins at its first page. `path` may bring parameters of its own.
 */
export function listHref(kind: KindFacts, path: string, filter: ItemFilter, but: Partial<ItemFilter> = {}): string {
  const state = { ...filter, ...(Object.keys(but).length > 0 && !('page' in but) ? { page: undefined } : {}), ...but };
  const query = new URLSearchParams();
  const put = (name: Exclude<keyof ItemFilter, 'terms'>, usual?: string | number) => {
    const value = state[name];
    if (value !== undefined && value !== usual) query.set(name, String(value));
  };
  put('keyword');
  put('cid');
  put('cid2');
  put('tag');
  for (const { key, param } of ownFacets(kind)) {
    const id = state.terms?.[key];
    if (id !== undefined) query.set(param, String(id));
  }
  put('price', 'all');
  put('format');
  put('sort', 'recommend');
  put('page', 1);
  const text = query.toString();
  return joined(path, text);
}

function joined(path: string, query: string): string {
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** True when the address says something that the list does not understand or would say otherwise: the reader is sent to the right one. */
export function needsRedirect(kind: KindFacts, query: URLSearchParams, path: string, canonical: ItemFilter): boolean {
  const known = new URLSearchParams();
  for (const name of ['keyword', 'cid', 'cid2', 'tag', ...ownFacets(kind).map(({ param }) => param), 'price', 'format', 'sort', 'page']) {
    // an empty field of a form without JavaScript says nothing and is left alone
    for (const value of query.getAll(name)) if (value !== '') known.append(name, value);
  }
  return joined(path, known.toString()) !== listHref(kind, path, canonical);
}

/** The same filter with another choice of one of the kind's own facets, or none. */
export function withTerm(filter: ItemFilter, key: string, id: number | undefined): Partial<ItemFilter> {
  const { [key]: _before, ...others } = filter.terms ?? {};
  const terms = id === undefined ? others : { ...others, [key]: id };
  return { terms: Object.keys(terms).length > 0 ? terms : undefined };
}

/** How many filters are chosen; deep combinations are not for search engines. */
export function filterDepth({ keyword, cid, cid2, tag, terms, price, format, sort }: ItemFilter): number {
  return [keyword, cid2 ?? cid, tag, ...Object.values(terms ?? {}), price, format, sort].filter((value) => value !== undefined).length;
}

function compact(filter: ItemFilter): ItemFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
