import {
  areaName,
  RISK_TIPS,
  SHOP_LABELS,
  type ShopCard,
  type ShopFilter,
  type ShopForm,
  type ShopOptions,
  shopCategoryName,
} from '#contract/shop.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { publicPicture } from '../catalog/index.ts';
import type { Shop, ShopGroup } from './repo.ts';

const YEAR_MS = 365.2425 * 86_400_000;

/** The year of the calendar in Shanghai. */
export function yearOf(now: Date): number {
  return Number(shanghaiDay(now).slice(0, 4));
}

/** What everybody sees of a shop. */
export function cardOf(shop: Shop, now: Date): ShopCard {
  const logo = shop.logo_key === '' ? null : publicPicture(shop.logo_key, shop.logo_width, shop.logo_height);
  return {
    id: shop.id,
    name: shop.name,
    logo: logo?.src ?? '',
    logo_img: logo,
    cover_img: shop.cover_key === '' ? null : publicPicture(shop.cover_key, shop.cover_width, shop.cover_height),
    introduction: shop.introduction,
    area_name: areaName(shop.province, shop.city),
    cate: shopCategoryName(shop.category),
    is_vip: shop.is_vip ? 1 : 0,
    is_gold_certification: shop.is_gold ? 1 : 0,
    res_num: shop.res_num,
    case_num: shop.case_num,
    view_num: shop.view_num,
    focus_num: shop.focus_num,
    create_year: 1 + Math.max(0, Math.floor((now.getTime() - shop.created_at.getTime()) / YEAR_MS)),
    establish_year: shop.established === null ? 0 : Math.max(0, yearOf(now) - shop.established),
    mark: shop.marks,
    lable: SHOP_LABELS.filter(({ key }) => shop.labels.includes(key)).map(({ name, icon }) => ({ name, icon })),
    company_site: shop.site,
    risk_tips: shop.licence === '' ? RISK_TIPS : '',
  };
}

/** What its owner typed. */
export function formOf(shop: Shop): ShopForm {
  return {
    name: shop.name,
    introduction: shop.introduction,
    category: shop.category,
    province: shop.province,
    city: shop.city,
    established: shop.established === null ? '' : String(shop.established),
    licence: shop.licence,
    mark: shop.marks,
    company_site: shop.site,
  };
}

/** Numbers beside the choices of a list: each row of them is counted without what is chosen in it. */
export function countChoices(groups: readonly ShopGroup[], { province, city, cate, cate2, certified }: ShopFilter): ShopOptions {
  const passes = (group: ShopGroup, but: 'category' | 'cate2' | 'place' | 'city' | 'certified') =>
    (but === 'place' || province === undefined || group.province === province) &&
    (but === 'place' || but === 'city' || city === undefined || group.city === city) &&
    (but === 'category' || cate === undefined || Math.floor(group.category / 100) === cate) &&
    (but === 'category' || but === 'cate2' || cate2 === undefined || group.category === cate2) &&
    (but === 'certified' || certified === undefined || group.is_gold);
  const by = (but: Parameters<typeof passes>[1], key: (group: ShopGroup) => number | null) => {
    const counts = new Map<number, number>();
    for (const group of groups) {
      const of = passes(group, but) ? key(group) : null;
      if (of !== null) counts.set(of, (counts.get(of) ?? 0) + group.n);
    }
    return counts;
  };
  return {
    cate: by('category', ({ category }) => Math.floor(category / 100)),
    cate2: by('cate2', ({ category }) => category),
    province: by('place', (group) => group.province),
    city: by('city', (group) => group.city),
    certified: by('certified', ({ is_gold }) => (is_gold ? 1 : null)).get(1) ?? 0,
  };
}
