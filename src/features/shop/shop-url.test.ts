import { expect, it } from 'vitest';
import { askedShopHref, readShopFilter, shopListHref, shopListTitle } from './shop-url.ts';

const read = (query: string) => readShopFilter(new URLSearchParams(query));

it('reads what it understands and leaves the rest alone', () => {
  expect(read('province=33&city=3301&cate=2&cate2=201&certified=1&sort=focus&page=2')).toEqual({
    ...{ province: 33, city: 3301, cate: 2, cate2: 201, certified: 1, sort: 'focus', page: 2 },
  });
  expect(read('province=abc&city=9999&cate=99&cate2=299&certified=yes&sort=toString&page=0')).toEqual({});
  expect(read('')).toEqual({});
});

it('a second level brings its first, whatever the address says of it', () => {
  expect(read('city=3301')).toEqual({ province: 33, city: 3301 });
  expect(read('province=11&city=3301')).toEqual({ province: 33, city: 3301 });
  expect(read('cate2=201')).toEqual({ cate: 2, cate2: 201 });
});

it('writes one address a state: its order, no defaults, a changed filter from the first page', () => {
  expect(shopListHref({})).toBe('/serviceProvider');
  expect(shopListHref({ sort: 'recommend', page: 1 })).toBe('/serviceProvider');
  expect(shopListHref({ page: 3, cate: 2, province: 33 }, { page: 3 })).toBe('/serviceProvider?province=33&cate=2&page=3');
  expect(shopListHref({ page: 3, cate: 2 }, { certified: 1 })).toBe('/serviceProvider?cate=2&certified=1');
  expect(shopListHref({ province: 33, city: 3301 }, { province: 11, city: undefined })).toBe('/serviceProvider?province=11');
});

it('tells an address that is not the state’s own', () => {
  const own = (query: string) => {
    const filter = read(query);
    return askedShopHref(new URLSearchParams(query)) === shopListHref(filter, { page: filter.page });
  };
  expect([own('province=33&cate=2'), own(''), own('utm_source=x')]).toEqual([true, true, true]);
  expect([own('cate=2&cate=3'), own('city=3301'), own('page=1'), own('sort=nothing')]).toEqual([false, false, false, false]);
});

it('names the list by what is chosen', () => {
  expect(shopListTitle({})).toBe('服务商');
  expect(shopListTitle({ province: 33, city: 3301, cate: 2, cate2: 201, certified: 1, page: 2 })).toBe(
    '杭州市金牌认证舞台搭建服务商（第 2 页）',
  );
});
