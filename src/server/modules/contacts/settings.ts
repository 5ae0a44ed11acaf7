import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const contactOpen = defineSetting('contact_open', z.boolean().default(true), {
  group: '交易',
  title: '开放联系供应商',
  about: '关闭后资源页不再提供站内拨号；已解锁的在有效期内仍可拨打。',
});

export const contactCoins = defineSetting('contact_coins', z.int().min(0).max(10_000).meta({ unit: '猫币' }).default(10), {
  group: '交易',
  title: '联系供应商的价格',
  about: '解锁一次联系方式所需的猫币，24 小时有效；0 为免费。',
});

export const contactPrices = defineSetting(
  'contact_prices',
  z
    .array(z.string().regex(/^\d{1,15}=\d{1,5}$/, '每行应为 编号=猫币，例如 120=30'))
    .max(500)
    .default([]),
  { group: '交易', title: '单独定价的资源', about: '每行一个，写作 编号=猫币，例如 120=30；其余资源按统一价格。' },
);

export const contactClosed = defineSetting('contact_closed', z.array(z.int().min(1)).max(500).default([]), {
  group: '交易',
  title: '不提供拨号的资源',
  about: '每行一个资源编号。',
});

export const contactFreeForCompanies = defineSetting('contact_free_for_companies', z.boolean().default(true), {
  group: '交易',
  title: '认证企业免费联系',
  about: '通过企业认证、或店铺经平台认证（会员或金牌）的用户，联系供应商不收猫币。',
});
