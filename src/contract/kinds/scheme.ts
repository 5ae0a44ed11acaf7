import type { KindFacts } from '../kind-facts.ts';
import { DOWNLOAD_CALL } from '../shared-calls.ts';
import { ACTIVITY, CATEGORY, INDUSTRY, TAG } from './facets.ts';

export const scheme = {
  code: 1,
  key: 'scheme',
  noun: '方案',
  measure: '份',
  example: '例如：2026 汽车品牌经销商大会整案',
  paths: {
    list: '/programme',
    detail: '/programme/detail',
    add: '/programme/add',
    edit: '/programme/edit',
    orders: '/personalCenter/mySchemeOrder',
    mobile: '/programme/detail',
    missing: '/hmh?type=1',
  },
  types: { collect: 3, share: 3, report: 3, zan: 3, history: 1, hot_search: 3, relate: 1 },
  collections: { title: '方案合集', alone: true },
  sale: {
    ...{ divide_type: 1, coupon_type: 5, vip_type: 1, vip_text: '', member_discount: 7.5 },
    vip: { name: '方案会员', success: 1, coupon_type: 3, section: 'programme' },
  },
  overlay_top_px: 260,
  formats: ['pdf', 'pptx'],
  facets: [CATEGORY, INDUSTRY, ACTIVITY, TAG],
  calls: {
    detail: { path: '/scheme/index/detail', id: 'id' },
    related: { path: '/scheme/index/recommend', id: 'id', limit: 6 },
    download: DOWNLOAD_CALL,
    publish: {
      form: '/scheme/schemev2',
      options: '/scheme/schemev2/options',
      change: '/scheme/schemev2/change',
      draft: '/scheme/scheme',
      shelf: '/scheme/scheme/editSchemes',
      mine: '/scheme/scheme/mine',
    },
    order: '/scheme/buy/order',
  },
  gives: 'file',
} as const satisfies KindFacts;
