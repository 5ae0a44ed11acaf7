import type { KindFacts } from '../kind-facts.ts';
import { ACTIVITY, CATEGORY, INDUSTRY, TAG } from './facets.ts';

export const ppt = {
  code: 2,
  key: 'ppt',
  noun: 'PPT模板',
  called: ['ppt', 'pptx', '幻灯片', '演示文稿'],
  short: 'PPT',
  download: '立即下载',
  measure: '套',
  example: '例如：国潮风年会提案 PPT 模板',
  paths: {
    list: '/ppt',
    detail: '/ppt/detail',
    add: '/ppt/add',
    edit: '/ppt/edit',
    orders: '/personalCenter/myPPTOrder',
    mobile: '/ppt/detail',
    missing: '/hmh?type=1',
  },
  types: { collect: 12, share: 16, report: 1, zan: 12, history: 7 },
  sale: {
    ...{ divide_type: 4, coupon_type: 20, vip_type: 2, vip_text: 'ppt', member_discount: 7.5 },
    vip: { name: 'PPT会员', success: 6, section: 'ppt' },
  },
  overlay_top_px: 260,
  formats: ['pptx', 'pdf'],
  facets: [
    CATEGORY,
    { key: 'style', param: 'style', label: '风格', choice: true },
    { key: 'scene', param: 'scene', label: '场景', choice: true },
    INDUSTRY,
    ACTIVITY,
    TAG,
  ],
  calls: {
    detail: { path: '/scheme/ppt/detail', id: 'id' },
    related: { path: '/scheme/ppt/pptRelate', id: 'data_id', limit: 2 },
    download: '/scheme/ppt/downloadurl',
    publish: {
      form: '/scheme/ppt',
      options: '/scheme/ppt/options',
      change: '/scheme/ppt/change',
      draft: '/scheme/ppt',
      shelf: '/scheme/ppt/editPpts',
      mine: '/scheme/ppt/mine',
    },
    order: '/scheme/ppt/order',
  },
  gives: 'file',
} as const satisfies KindFacts;
