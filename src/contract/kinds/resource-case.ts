import type { KindFacts } from '../kind-facts.ts';
import { CATEGORY, TAG } from './facets.ts';

export const resource_case = {
  code: 6,
  key: 'resource_case',
  noun: '资源案例',
  measure: '个',
  paths: {
    list: '/resourceCase',
    detail: '/resourceCase/detail',
    add: '/resourceCase/add',
    edit: '/resourceCase/edit',
    mobile: '/resourceCase/detail',
    missing: '/hmh?type=2',
  },
  types: { collect: 11, share: 20, report: 20, history: 10 },
  formats: [],
  facets: [CATEGORY, TAG],
  media: { pictures: { min: 1, max: 30 }, video: true, locked: false },
  fields: [{ key: 'resource_id', label: '关联资源', type: 'item', kind: 'resource' }],
  shop: 'required',
  calls: {
    detail: { path: '/resourcecase/index/resourceCaseDetail', id: 'case_id' },
    related: { path: '/resourcecase/index/related', id: 'case_id', limit: 3 },
    like: { path: '/resourcecase/index/zan', how: 'toggle' },
    publish: {
      form: '/resourcecase/index/form',
      options: '/resourcecase/index/options',
      change: '/resourcecase/index/change',
      draft: '/resourcecase/index/draft',
      shelf: '/resourcecase/index/shelf',
      mine: '/resourcecase/index/mine',
    },
  },
  gives: 'nothing',
} as const satisfies KindFacts;
