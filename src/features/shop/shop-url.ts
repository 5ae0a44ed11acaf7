import { paths } from '#contract/paths.ts';
import { REGIONS } from '#contract/regions.ts';
import { SHOP_CATEGORIES, SHOP_SORTS, type ShopFilter, type ShopSort } from '#contract/shop.ts';

const ORDER = ['province', 'city', 'cate', 'cate2', 'certified', 'sort', 'page'] as const;

/** The filter that an address means: what is not understood counts as not chosen, and a second level brings its first. */
export function readShopFilter(query: URLSearchParams): ShopFilter {
  const number = (name: string) => {
    const text = query.get(name) ?? '';
    return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
  };
  const city = number('city');
  const place = REGIONS.find(({ code, cities }) =>
    city === undefined ? code === number('province') : cities.some((one) => one.code === city),
  );
  const cate2 = number('cate2');
  const cate = SHOP_CATEGORIES.find(({ code, children }) =>
    cate2 === undefined ? code === number('cate') : children.some((child) => child.code === cate2),
  );
  const sort = query.get('sort') ?? '';
  const page = number('page') ?? 1;
  return {
    ...(place ? { province: place.code } : {}),
    ...(place && city !== undefined ? { city } : {}),
    ...(cate ? { cate: cate.code } : {}),
    ...(cate && cate2 !== undefined ? { cate2 } : {}),
    ...(query.get('certified') === '1' ? { certified: 1 } : {}),
    ...(Object.hasOwn(SHOP_SORTS, sort) && sort !== 'recommend' ? { sort: sort as ShopSort } : {}),
    ...(page > 1 ? { page } : {}),
  };
}

/** Path and query of a state: one order, defaults left out. A changed filter begins at its first page. */
export function shopListHref(filter: ShopFilter, but: { [K in keyof ShopFilter]?: ShopFilter[K] | undefined } = {}): string {
  const state = { ...filter, ...('page' in but ? {} : { page: undefined }), ...but };
  const query = new URLSearchParams();
  for (const name of ORDER) {
    const value = state[name];
    if (value === undefined || value === 'recommend' || (name === 'page' && value === 1)) continue;
    query.set(name, String(value));
  }
  return query.size === 0 ? paths.shops.providers : `${paths.shops.providers}?${query}`;
}

/** The address of what the reader asked for, in the same order: another one than `shopListHref` means that the reader is sent on. */
export function askedShopHref(query: URLSearchParams): string {
  const known = new URLSearchParams(ORDER.flatMap((name) => query.getAll(name).map((value): [string, string] => [name, value])));
  return known.size === 0 ? paths.shops.providers : `${paths.shops.providers}?${known}`;
}

/** What the chosen filters amount to, as a heading. */
export function shopListTitle({ province, city, cate, cate2, certified, page = 1 }: ShopFilter): string {
  const region = REGIONS.find(({ code }) => code === province);
  const place = region?.cities.find(({ code }) => code === city)?.name ?? region?.name ?? '';
  const first = SHOP_CATEGORIES.find(({ code }) => code === cate);
  const what = first?.children.find(({ code }) => code === cate2)?.name ?? first?.name ?? '';
  return `${place}${certified ? '金牌认证' : ''}${what}服务商${page > 1 ? `（第 ${page} 页）` : ''}`;
}
