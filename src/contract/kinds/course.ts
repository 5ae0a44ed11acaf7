import type { KindFacts } from '../kind-facts.ts';
import { CATEGORY, TAG } from './facets.ts';

export const course = {
  code: 9,
  key: 'course',
  noun: '课程',
  called: ['公开课程', '网课', '视频课', '教程'],
  download: '开始学习',
  measure: '门',
  paths: {
    list: '/study/list',
    detail: '/study/detail',
    add: '/study/add',
    edit: '/study/add',
    orders: '/personalCenter/myClass',
    mobile: '/study/detail',
    missing: '/study',
  },
  types: { collect: 35, share: 35, report: 35, history: 5, hot_search: 4 },
  sale: {
    ...{ divide_type: 5, coupon_type: 21, vip_type: 7, vip_text: 'course', member_discount: 7.5 },
    vip: { name: '课程会员', success: 8, section: 'study' },
  },
  formats: [],
  facets: [CATEGORY, TAG],
  fields: [
    { key: 'for_whom', label: '适合谁学', type: 'lines', max: 500, required: true },
    { key: 'learns', label: '你将学到', type: 'lines', max: 1_000, required: true },
    { key: 'prepare', label: '学前准备', type: 'lines', max: 500 },
  ],
  calls: {
    detail: { path: '/study/index/detail', id: 'id' },
    related: { path: '/study/index/recommend', id: 'id', limit: 6 },
    publish: {
      form: '/study/course',
      options: '/study/course/options',
      change: '/study/course/change',
      draft: '/study/course/draft',
      shelf: '/study/course/shelf',
      mine: '/study/course/mine',
    },
    order: '/study/buy/order',
  },
  gives: 'lessons',
} as const satisfies KindFacts;
