import type { KindFacts } from '../kind-facts.ts';
import { CATEGORY, TAG } from './facets.ts';

export const job = {
  code: 13,
  key: 'job',
  noun: '招聘',
  called: ['岗位', '职位'],
  measure: '个',
  title_name: '职位名称',
  example: '例如：活动策划经理',
  paths: {
    list: '/demand/recruit',
    detail: '/demand/detailsRecruit',
    add: '/demand/addJob',
    edit: '/demand/addJob',
    missing: '/demand/recruit',
  },
  types: { collect: 24, share: 24, report: 24, history: 12 },
  formats: [],
  cover: false,
  facets: [
    { ...CATEGORY, label: '职能' },
    { key: 'area', param: 'area', label: '地区', choice: true },
    { key: 'pay', param: 'pay', label: '薪资', choice: true },
    { key: 'work', param: 'work', label: '性质', choice: true },
    { key: 'years', param: 'years', label: '经验', choice: true },
    { key: 'education', param: 'education', label: '学历', choice: true },
    TAG,
  ],
  fields: [
    { key: 'district', label: '工作地点', type: 'text', max: 60 },
    { key: 'number', label: '招聘人数', type: 'text', max: 10 },
    { key: 'pay_note', label: '薪资说明', type: 'text', max: 60 },
    { key: 'duty', label: '岗位职责', type: 'lines', max: 2_000, required: true },
    { key: 'demand', label: '任职要求', type: 'lines', max: 2_000, required: true },
    { key: 'benefits', label: '福利待遇', type: 'lines', max: 500 },
    { key: 'deadline', label: '截止日期', type: 'date' },
  ],
  shop: 'if_any',
  calls: {
    detail: { path: '/recruit/job/detail', id: 'id' },
    related: { path: '/recruit/job/related', id: 'id', limit: 6 },
    publish: {
      form: '/recruit/job',
      options: '/recruit/job/options',
      change: '/recruit/job/change',
      draft: '/recruit/job/draft',
      shelf: '/recruit/job/shelf',
      mine: '/recruit/job/list',
    },
  },
  gives: 'nothing',
} as const satisfies KindFacts;
