import { paths } from '../paths.ts';
import type { AreaPages } from './area.ts';

export const shop: AreaPages = {
  name: 'shop',
  // cases are published from the personal centre: the specification's publish menu does not name them
  sections: [{ key: 'serviceProvider', title: '服务商', route: paths.shops.providers, order: 105, more: true }],
  center: [
    {
      key: 'myCatShop',
      group: 'sells',
      title: '我的店铺',
      route: paths.shops.mine,
      about: '店铺资料、LOGO 与封面，读者怎样看到您的店铺。',
      order: 40,
    },
    {
      key: 'myCase',
      group: 'sells',
      title: '我的案例',
      route: paths.shops.cases,
      about: '供应商案例的草稿、审核进度与上下架。',
      order: 41,
    },
  ],
  screens: [{ key: 'shops', title: '店铺', route: '/admin/shops', verb: 'shop.certify', group: '用户', order: 41 }],
  pages: [
    { path: paths.shops.shop, params: { id: 'number', type: 'number', page: 'number' } },
    {
      path: paths.shops.providers,
      params: { province: 'number', city: 'number', cate: 'number', cate2: 'number', certified: 'number', sort: 'word', page: 'number' },
      in_sitemap: true,
    },
    { path: '/sitemap-shops.xml' },
    // two older spellings that lead to the page
    { path: '/programme/caseDetail', params: { id: 'number' } },
    { path: '/resources/resourceCase/detail', params: { id: 'number' } },
  ],
};
