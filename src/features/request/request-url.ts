import { REGIONS } from '#contract/regions.ts';
import {
  REQUEST_BUDGETS,
  REQUEST_PATHS,
  REQUEST_SORTS,
  type RequestBudget,
  type RequestField,
  type RequestFilter,
  type RequestSort,
} from '#contract/request.ts';
import { areaName } from '#contract/shop.ts';

const ORDER = ['keyword', 'field', 'province', 'city', 'budget', 'sort', 'after', 'before'] as const;
const CURSOR = /^[\d\-: T.+]{20,45}_\d{1,15}$/;

/** The filter that an address means: what is not understood counts as not chosen, and a city brings its province. */
export function readRequestFilter(query: URLSearchParams, fields: readonly RequestField[]): RequestFilter {
  const word = (name: string) => query.get(name) ?? '';
  const number = (name: string) => (/^[1-9]\d{1,3}$/.test(word(name)) ? Number(word(name)) : undefined);
  const keyword = word('keyword').replace(/\s+/g, ' ').trim().slice(0, 60);
  const field = fields.find(({ key }) => key === word('field'))?.key;
  const city = number('city');
  const place = REGIONS.find(({ code, cities }) =>
    city === undefined ? code === number('province') : cities.some((one) => one.code === city),
  );
  const cursor = (name: 'after' | 'before') => (CURSOR.test(word(name)) ? word(name) : undefined);
  const [after, before] = [cursor('after'), cursor('before')];
  return {
    ...(keyword ? { keyword } : {}),
    ...(field ? { field } : {}),
    ...(place ? { province: place.code } : {}),
    ...(place && city !== undefined ? { city } : {}),
    ...(Object.hasOwn(REQUEST_BUDGETS, word('budget')) ? { budget: word('budget') as RequestBudget } : {}),
    ...(Object.hasOwn(REQUEST_SORTS, word('sort')) && word('sort') !== 'new' ? { sort: word('sort') as RequestSort } : {}),
    ...(after ? { after } : before ? { before } : {}),
  };
}

/** Path and query of a state: one order, defaults left out. A changed filter begins at its first page. */
export function requestListHref(filter: RequestFilter, but: { [K in keyof RequestFilter]?: RequestFilter[K] | undefined } = {}): string {
  const { after: _after, before: _before, ...kept } = filter;
  const state: Record<string, unknown> = { ...kept, ...but };
  const query = new URLSearchParams();
  for (const name of ORDER) {
    const value = state[name];
    if (value === undefined || value === '' || (name === 'sort' && value === 'new')) continue;
    query.set(name, String(value));
  }
  return query.size === 0 ? REQUEST_PATHS.hall : `${REQUEST_PATHS.hall}?${query}`;
}

/** The same address as it was asked, in its one order: what differs from `requestListHref` is led there. */
export function askedRequestHref(query: URLSearchParams): string {
  const own = [...query].filter(([name]) => (ORDER as readonly string[]).includes(name));
  return own.length === 0 ? REQUEST_PATHS.hall : `${REQUEST_PATHS.hall}?${new URLSearchParams(own)}`;
}

/** What is chosen, as chips that take it away; the keyword stands in the search field as well. */
export function chosenChips(filter: RequestFilter, fields: readonly RequestField[]): Array<{ label: string; href: string }> {
  const { keyword, field, province, city, budget } = filter;
  const chips: Array<[string | undefined, Parameters<typeof requestListHref>[1]]> = [
    [keyword && `“${keyword}”`, { keyword: undefined }],
    [fields.find(({ key }) => key === field)?.name, { field: undefined }],
    [province === undefined ? undefined : areaName(province, null), { province: undefined, city: undefined }],
    [city === undefined ? undefined : REGIONS.flatMap(({ cities }) => cities).find(({ code }) => code === city)?.name, { city: undefined }],
    [budget && REQUEST_BUDGETS[budget].title, { budget: undefined }],
  ];
  return chips.flatMap(([label, but]) => (label ? [{ label, href: requestListHref(filter, but) }] : []));
}

/** What the page is called. */
export function requestListTitle(filter: RequestFilter, fields: readonly RequestField[]): string {
  const words = chosenChips(filter, fields).map(({ label }) => label.replace(/[“”]/g, ''));
  return words.length === 0 ? '接单大厅' : `${words.join(' ')} - 接单大厅`;
}
