import { KINDS } from '../kinds.ts';
import type { AreaPages } from './area.ts';

const { list, add, orders } = KINDS.scheme.paths;

export const programme: AreaPages = {
  name: 'programme',
  sections: [{ key: 'programme', title: '方案', route: list, order: 10, publish: { title: '发布方案', route: add } }],
  center: [
    {
      key: 'mySchemeOrder',
      group: 'bought',
      title: '我的方案订单',
      route: orders,
      about: '买过的方案随时再下载，未付的订单可以继续支付或关闭。',
      order: 10,
    },
  ],
  pages: [
    { path: '/programme/heji', params: { id: 'number', page: 'number' } },
    { path: '/programme/collections', params: { of: 'number', page: 'number' }, in_sitemap: true },
  ],
};
