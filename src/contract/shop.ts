/** Shops of suppliers: what both sides know. Field names of the specification where it has one. */

import type { Page } from './envelope.ts';
import type { ItemCard } from './item.ts';
import type { ShopCard, ShopForm } from './outputs/shop.ts';
import { REGIONS } from './regions.ts';

export type { LinkedResource, OwnShop, ShopCard, ShopForm, ShopInfo } from './outputs/shop.ts';

/** Two levels; a number of the second level begins with that of the first. Stored, so new ones take new numbers. */
export const SHOP_CATEGORIES: ReadonlyArray<{ code: number; name: string; children: ReadonlyArray<{ code: number; name: string }> }> = [
  category(1, '活动场地', ['酒店会场', '会展中心', '秀场剧场', '户外营地', '特色空间']),
  category(2, '舞美搭建', ['舞台搭建', '展台搭建', '美陈制作', '木作喷绘', '帐篷篷房']),
  category(3, '视听设备', ['灯光音响', 'LED 屏', '同声传译', '直播录播', '特效装置']),
  category(4, '演艺人员', ['主持司仪', '乐队歌手', '舞蹈团队', '杂技魔术', '礼仪模特']),
  category(5, '摄影摄像', ['活动摄影', '活动摄像', '航拍', '云摄影', '后期剪辑']),
  category(6, '策划执行', ['活动策划', '公关传播', '会务执行', '婚礼策划', '团建拓展']),
  category(7, '花艺餐饮', ['花艺布置', '茶歇冷餐', '宴会餐饮', '甜品酒水']),
  category(8, '礼品物料', ['定制礼品', '印刷制作', '服装道具', '票务证件']),
  category(9, '互动科技', ['互动游戏', 'VR/AR', '签到系统', '数字内容']),
  category(10, '物流保障', ['物流运输', '保险安保', '人员接待', '车辆租赁']),
];

function category(code: number, name: string, children: readonly string[]) {
  return { code, name, children: children.map((child, at) => ({ code: code * 100 + at + 1, name: child })) };
}

/** What staff grant a shop beside the gold certificate. */
export const SHOP_LABELS: ReadonlyArray<{ key: string; name: string; icon: string }> = [
  { key: 'quick', name: '响应快', icon: '/shop-labels/quick.svg' },
  { key: 'honest', name: '诚信商家', icon: '/shop-labels/honest.svg' },
  { key: 'onsite', name: '现场有保障', icon: '/shop-labels/onsite.svg' },
];

export const SHOP_NAME_MIN = 2;
export const SHOP_NAME_MAX = 30;
export const SHOP_INTRODUCTION_MAX = 1_000;
export const SHOP_MARKS_MAX = 6;
export const SHOP_MARK_LENGTH_MAX = 8;
export const SHOP_SITE_MAX = 200;
/** From this age on the shop's years are shown as a tag. */
export const ESTABLISHED_FROM_YEARS = 5;
/** Said of a shop without a business licence. */
export const RISK_TIPS = '该店铺尚未登记营业执照，合作前请核实对方资质，谨慎付款。';
/** Width to height. */
export const SHOP_PICTURES = {
  logo: { label: '店铺 LOGO', width: 480, height: 480 },
  cover: { label: '店铺封面', width: 1440, height: 480 },
} as const;
export type ShopPictureSlot = keyof typeof SHOP_PICTURES;

/** Cards a page of shops: whole rows in one, two and three columns. */
export const SHOP_PAGE_SIZE = 18;
export const SHOP_WORKS_PAGE_SIZE = 20;

/** Tabs of /enterpriseCenter by the specification's `type`. */
export const SHOP_TAB_RESOURCES = 1;
export const SHOP_TAB_CASES = 5;

export const EMPTY_SHOP_FORM: ShopForm = {
  name: '',
  introduction: '',
  category: null,
  province: null,
  city: null,
  established: '',
  licence: '',
  mark: [],
  company_site: '',
};

export type ShopSort = 'recommend' | 'new' | 'focus' | 'case';
export const SHOP_SORTS: Readonly<Record<ShopSort, string>> = {
  recommend: '综合推荐',
  focus: '关注最多',
  case: '案例最多',
  new: '最新入驻',
};

/** The state of /serviceProvider; it is the URL. */
export interface ShopFilter {
  province?: number;
  city?: number;
  cate?: number;
  cate2?: number;
  certified?: 1;
  sort?: ShopSort;
  page?: number;
}

/** How many shops each choice shows, by its number; what is absent shows none. */
export interface ShopOptions extends Record<'cate' | 'cate2' | 'province' | 'city', ReadonlyMap<number, number>> {
  certified: number;
}

export interface ShopListView {
  filter: ShopFilter;
  result: Page<ShopCard>;
}

export interface ShopScreen {
  shop: ShopCard;
  owner_id: number;
  /** SHOP_TAB_... */
  tab: number;
  tabs: ReadonlyArray<{ key: number; total: number }>;
  works: Page<ItemCard>;
}

/** Names of a shop's category: first and second level. */
export function shopCategoryName(code: number): string {
  const first = SHOP_CATEGORIES.find((one) => one.code === Math.floor(code / 100));
  const second = first?.children.find((one) => one.code === code);
  return first && second ? `${first.name} · ${second.name}` : '';
}

/** 浙江省 杭州市 */
export function areaName(province: number | null, city: number | null): string {
  const region = REGIONS.find((one) => one.code === province);
  const place = region?.cities.find((one) => one.code === city);
  return [region?.name, place?.name].filter(Boolean).join(' ');
}

const LICENCE = /^[0-9A-HJ-NPQRTUWXY]{18}$/;

export type ShopErrors = Partial<Record<keyof ShopForm, string>>;

/** One message a wrong field; empty when all is well. `year`: the current one in Shanghai. */
export function checkShop(form: ShopForm, year: number): ShopErrors {
  const errors: ShopErrors = {};
  const name = [...form.name.trim()].length;
  if (name === 0) errors.name = '请输入店铺名称';
  else if (name < SHOP_NAME_MIN) errors.name = `店铺名称至少 ${SHOP_NAME_MIN} 个字`;
  else if (name > SHOP_NAME_MAX) errors.name = `店铺名称最多 ${SHOP_NAME_MAX} 个字`;
  if ([...form.introduction].length > SHOP_INTRODUCTION_MAX) errors.introduction = `店铺介绍最多 ${SHOP_INTRODUCTION_MAX} 个字`;
  if (form.category === null || shopCategoryName(form.category) === '') errors.category = '请选择服务类别';
  const region = REGIONS.find((one) => one.code === form.province);
  if (!region) errors.province = '请选择所在地区';
  else if (region.cities.length > 0 && !region.cities.some((one) => one.code === form.city)) errors.city = '请选择所在城市';
  const established = form.established.trim();
  if (established !== '' && !(/^\d{4}$/.test(established) && Number(established) >= 1900 && Number(established) <= year)) {
    errors.established = '请输入四位数的成立年份';
  }
  if (form.licence !== '' && !LICENCE.test(form.licence.trim().toUpperCase())) errors.licence = '请输入 18 位统一社会信用代码';
  if (form.mark.length > SHOP_MARKS_MAX) errors.mark = `服务特色最多 ${SHOP_MARKS_MAX} 个`;
  else if (form.mark.some((one) => [...one].length > SHOP_MARK_LENGTH_MAX)) errors.mark = `每个服务特色最多 ${SHOP_MARK_LENGTH_MAX} 个字`;
  const site = form.company_site.trim();
  if (site !== '' && !isSite(site)) errors.company_site = '请输入 http:// 或 https:// 开头的网址';
  return errors;
}

function isSite(text: string): boolean {
  if (text.length > SHOP_SITE_MAX || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hostname.includes('.');
}
