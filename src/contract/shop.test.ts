import { describe, expect, it } from 'vitest';
import { REGIONS } from './regions.ts';
import { areaName, checkShop, EMPTY_SHOP_FORM, SHOP_CATEGORIES, type ShopForm, shopCategoryName } from './shop.ts';

const good: ShopForm = { ...EMPTY_SHOP_FORM, name: '云上舞美', category: 201, province: 33, city: 3301 };
const wrong = (change: Partial<ShopForm>) => Object.keys(checkShop({ ...good, ...change }, 2026));

describe('what is typed of a shop', () => {
  it('needs name, category and area, and nothing else', () => {
    expect(checkShop(good, 2026)).toEqual({});
    expect(Object.keys(checkShop(EMPTY_SHOP_FORM, 2026)).toSorted()).toEqual(['category', 'name', 'province']);
  });

  it('asks for a city where the province has some, and only for one of its own', () => {
    expect(wrong({ city: null })).toEqual(['city']);
    expect(wrong({ city: 3201 })).toEqual(['city']);
    expect(wrong({ province: 31, city: null })).toEqual([]);
  });

  it.each([
    ['name', '云'],
    ['name', '云'.repeat(31)],
    ['category', 2],
    ['category', 299],
    ['province', 99],
    ['established', '1899'],
    ['established', '2027'],
    ['established', '二〇二〇'],
    ['licence', '91330100MA2ABCDE1'],
    ['licence', '91330100MA2ABCDEIO'],
    ['introduction', '字'.repeat(1_001)],
    ['mark', ['自有工厂自有工厂一']],
    ['mark', ['一', '二', '三', '四', '五', '六', '七']],
    ['company_site', 'javascript:alert(1)'],
    ['company_site', 'https://name:word@example.com'],
    ['company_site', 'https://intern'],
  ] as const)('refuses %s %j', (key, value) => {
    expect(wrong({ [key]: value })).toContain(key);
  });

  it.each([
    ['established', '1900'],
    ['established', '2026'],
    ['licence', '91330100ma2abcde1x'],
    ['company_site', 'https://example.com/about'],
    ['mark', ['自有工厂自有工厂']],
  ] as const)('takes %s %j', (key, value) => {
    expect(wrong({ [key]: value })).toEqual([]);
  });
});

it('knows all provinces and cities, and every category by one number', () => {
  expect(REGIONS).toHaveLength(34);
  for (const { code, cities } of REGIONS) for (const city of cities) expect(Math.floor(city.code / 100)).toBe(code);
  const codes = SHOP_CATEGORIES.flatMap(({ code, children }) => [code, ...children.map((child) => child.code)]);
  expect(new Set(codes).size).toBe(codes.length);
  expect([shopCategoryName(201), shopCategoryName(299)]).toEqual(['舞美搭建 · 舞台搭建', '']);
  expect([areaName(33, 3301), areaName(31, null), areaName(null, null)]).toEqual(['浙江省 杭州市', '上海市', '']);
});
