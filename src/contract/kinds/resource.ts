import type { KindFacts } from '../kind-facts.ts';
import { CATEGORY, TAG } from './facets.ts';

export const resource = {
  code: 5,
  key: 'resource',
  noun: '资源',
  called: ['供应商'],
  measure: '个',
  paths: { list: '/resources', detail: '/resources/details', add: '/resources/add', edit: '/resources/add', missing: '/hmh?type=2' },
  types: { collect: 22, share: 1, report: 22, history: 2, hot_search: 1 },
  formats: [],
  facets: [
    CATEGORY,
    { key: 'area', param: 'area', label: '地区', choice: true },
    { key: 'pricing', param: 'pricing', label: '计价方式', choice: true },
    TAG,
  ],
  media: { pictures: { min: 1, max: 30 }, video: true, locked: false },
  // the price stands here and in no column: no list, search or public page can show it
  fields: [
    { key: 'price', label: '价格', type: 'price', signed_in: true, to: 'price_max' },
    { key: 'price_max', label: '最高价', type: 'price', signed_in: true },
    { key: 'supplement', label: '补充信息', type: 'pairs', max: 12, shown_key: 5 },
  ],
  card: { facets: ['area', 'pricing'], fields: [] },
  shop: 'if_any',
  calls: {
    detail: { path: '/api/resource', id: 'id' },
    related: { path: '/resource/resource/recommend', id: 'id', limit: 6, size: 'size' },
    publish: {
      form: '/resource/resource/form',
      options: '/resource/resource/options',
      change: '/resource/resource/change',
      draft: '/resource/resource/draft',
      shelf: '/resource/resource/shelf',
      mine: '/resource/resource/mine',
    },
  },
  collections: { title: '资源专题', alone: false },
  gives: 'contact',
} as const satisfies KindFacts;
