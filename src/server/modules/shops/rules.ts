import { areaName, RISK_TIPS, SHOP_LABELS, type ShopCard, type ShopForm, shopCategoryName } from '#contract/shop.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { publicPicture } from '../catalog/index.ts';
import type { Shop } from './repo.ts';

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
