import type { KindFacts } from '../kind-facts.ts';
import { CATEGORY } from './facets.ts';

export const demand = {
  code: 12,
  key: 'demand',
  noun: '需求',
  called: ['需求单'],
  measure: '个',
  paths: { list: '/demand', detail: '/demand/details', add: '/demand/add', edit: '/demand/add', missing: '/demand' },
  types: { collect: 30, share: 30, report: 30, history: 3 },
  formats: [],
  facets: [
    { ...CATEGORY, label: '需求' },
    { key: 'state', param: 'state', label: '状态', choice: false },
    { key: 'budget', param: 'budget', label: '预算', choice: false },
    { key: 'event', param: 'event', label: '活动', choice: false },
    { key: 'when', param: 'when', label: '时间', choice: false },
    { key: 'city', param: 'city', label: '城市', choice: false },
  ],
  card: { facets: ['budget', 'city', 'when'], fields: [] },
  calls: {
    detail: { path: '/demand/index/detail', id: 'id' },
    related: { path: '/demand/index/recommend', id: 'id', limit: 6 },
  },
  gives: 'nothing',
  ends: {
    own: '/personalCenter/myDemand',
    taken_down: {
      asked: '下架会关闭这条需求，正在进行的合作随之取消',
      told: '正在进行的合作随之取消；修改后可以重新提交，由审核员查看后决定。',
    },
  },
} as const satisfies KindFacts;
