import type { KindFacts } from '../kind-facts.ts';

export const salon = {
  code: 11,
  key: 'salon',
  noun: '沙龙',
  measure: '场',
  paths: {
    list: '/salon/list',
    detail: '/salon/details',
    add: '/salon/establish',
    edit: '/salon/establish',
    history: '/salon/review',
    missing: '/salon',
  },
  types: { collect: 33, share: 33, report: 33, history: 6 },
  formats: [],
  cover: false,
  facets: [
    { key: 'city', param: 'city', label: '城市', choice: false },
    { key: 'when', param: 'when', label: '时间', choice: false },
    { key: 'cost', param: 'cost', label: '价格', choice: false },
    { key: 'state', param: 'state', label: '状态', choice: false },
  ],
  card: { facets: ['when', 'city', 'cost'], fields: [] },
  calls: {
    detail: { path: '/api/salon/detail', id: 'id' },
    related: { path: '/api/salon/recommend', id: 'id', limit: 6 },
  },
  gives: 'seat',
  ends: {
    own: '/personalCenter/mySalon?tab=organised',
    taken_down: {
      asked: '下架会取消这场沙龙，票款全额退回，不能恢复',
      told: '尚未结束的沙龙随之取消，票款全额退给已报名的人，不能恢复。',
    },
  },
} as const satisfies KindFacts;
