import type { KindFacts } from '../kind-facts.ts';
import { CATEGORY, TAG } from './facets.ts';

export const design = {
  code: 3,
  key: 'design',
  noun: '设计作品',
  short: '设计',
  download: '下载设计文件',
  measure: '件',
  paths: {
    list: '/design',
    detail: '/design/detail',
    add: '/design/add',
    edit: '/design/add',
    orders: '/personalCenter/myDesignOrder',
    missing: '/hmh?type=1',
  },
  types: { collect: 10, share: 10, report: 13, history: 8 },
  sale: {
    ...{ divide_type: 3, coupon_type: 19, vip_type: 3, vip_text: 'design', member_discount: 7.5 },
    vip: { name: '设计会员', success: 4, section: 'design' },
  },
  formats: ['psd', 'ai', 'cdr', 'eps', 'pdf', 'png', 'jpg', '3ds', 'skp', 'max', 'zip'],
  facets: [
    CATEGORY,
    { key: 'type', param: 'dimension', label: '类型', choice: false, derived: true },
    { key: 'inside', param: 'inside', label: '格式', choice: false, derived: true },
    { key: 'software', param: 'software', label: '软件', choice: false, derived: true },
    { key: 'color', param: 'color', label: '颜色', choice: false, derived: true },
    { key: 'ratio', param: 'ratio', label: '版式', choice: false, derived: true },
    TAG,
  ],
  media: { pictures: { min: 1, max: 30 }, video: false, locked: false },
  fields: [
    {
      key: 'type',
      label: '类型',
      type: 'choice',
      required: true,
      options: [
        { value: '1', label: '平面' },
        { value: '2', label: '3D' },
      ],
    },
    {
      key: 'color_mode',
      label: '颜色模式',
      type: 'choice',
      only: { key: 'type', value: '1' },
      options: ['CMYK', 'RGB', '灰度'].map((mode) => ({ value: mode, label: mode })),
    },
    { key: 'file_format', label: '文件格式', type: 'text', max: 20 },
  ],
  calls: {
    detail: { path: '/design/index/designDetail', id: 'design_id' },
    related: { path: '/design/index/getRelateDesign', id: 'design_id', limit: 10 },
    download: '/design/index/downloadurl',
    download_by_get: 'design_id',
    publish: {
      form: '/design/design',
      options: '/design/design/options',
      change: '/design/design/change',
      draft: '/design/design',
      shelf: '/design/design/editDesigns',
      mine: '/design/design/mine',
    },
    order: '/design/buy/order',
  },
  gives: 'file',
} as const satisfies KindFacts;
