import type { AreaPages } from './area.ts';

/** Memberships. */
export const vip: AreaPages = {
  name: 'vip',
  sections: [{ key: 'vip', title: '会员', route: '/vip/openVip', order: 130, more: true }],
  center: [
    {
      key: 'myVipschemeOrder',
      group: 'account',
      title: '我的会员',
      route: '/personalCenter/myVipschemeOrder',
      about: '会员的有效期、可抵扣的余额与会员订单。',
      order: 40,
    },
  ],
  pages: [
    { path: '/vip/openVip', params: { vipText: 'word' }, in_sitemap: true },
    { path: '/vip/personalVip', in_sitemap: true },
    { path: '/vip/enterpriseVip', in_sitemap: true },
    { path: '/vip/preSale', in_sitemap: true },
  ],
  screens: [
    { key: 'vip', title: '会员套餐', route: '/admin/vip', verb: 'vip.see', group: '交易', order: 34 },
    { key: 'renewals', title: '自动续费', route: '/admin/renewals', verb: 'vip.see', group: '交易', order: 34 },
  ],
};
