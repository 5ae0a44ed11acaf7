import type { KindFacts } from '../kind-facts.ts';
import { SERVICE, TAG } from './facets.ts';

export const supplier_case = {
  code: 7,
  key: 'supplier_case',
  noun: '供应商案例',
  measure: '个',
  paths: {
    list: '/enterpriseCenter/cases',
    detail: '/enterpriseCenter/case',
    add: '/personalCenter/myEnterprise/myCase/addCase',
    edit: '/personalCenter/myEnterprise/myCase/addCase',
    missing: '/hmh?type=2',
  },
  types: { share: 11, report: 21, history: 11 },
  formats: [],
  facets: [SERVICE, TAG],
  media: { pictures: { min: 1, max: 30 }, video: true, locked: false },
  fields: [
    { key: 'custom_name', label: '客户', type: 'text', max: 40, required: true },
    { key: 'site_address', label: '场地', type: 'text', max: 60 },
    { key: 'start_time', label: '活动时间', type: 'date', required: true, to: 'end_time' },
    { key: 'end_time', label: '结束日期', type: 'date' },
    { key: 'price', label: '价格', type: 'price', to: 'max_price' },
    { key: 'max_price', label: '最高价', type: 'price' },
    { key: 'resource_id', label: '关联资源', type: 'item', kind: 'resource' },
  ],
  card: { facets: [], fields: ['custom_name', 'site_address'] },
  shop: 'required',
  calls: {
    detail: { path: '/activity/activityCase/detail', id: 'case_id' },
    related: { path: '/activity/activityCase/related', id: 'case_id', limit: 3, page: 'p' },
    like: { path: '/activity/activityCase/like', how: 'set' },
    publish: {
      form: '/activity/activityCase/index',
      own: '/activity/activityCase/own',
      options: '/activity/activityCase/options',
      change: '/activity/activityCase/change',
      draft: '/activity/activityCase/index',
      shelf: '/activity/activityCase/shelf',
      mine: '/activity/activityCase/mine',
    },
  },
  gives: 'nothing',
} as const satisfies KindFacts;
