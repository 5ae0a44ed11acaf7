import type { AreaPages } from './area.ts';

/** Points, tasks, the mall and the address book. */
export const mall: AreaPages = {
  name: 'mall',
  center: [
    {
      key: 'integral',
      group: 'account',
      title: '我的积分',
      route: '/integral/integralDetails',
      about: '积分的每一笔变动、到期提醒与兑换记录。',
      order: 134,
    },
    {
      key: 'myAddress',
      group: 'account',
      title: '收货地址',
      route: '/personalCenter/myAddress',
      about: '兑换实物商品时寄到哪里，默认地址与修改。',
      order: 136,
    },
  ],
  pages: [
    { path: '/integral', params: { kind: 'word' }, in_sitemap: true },
    { path: '/integral/shopDetails', params: { id: 'number' } },
  ],
  screens: [
    { key: 'mallGoods', title: '积分商品', route: '/admin/mallGoods', verb: 'mall.edit', group: '积分', order: 70 },
    { key: 'redemptions', title: '积分兑换', route: '/admin/redemptions', verb: 'points.see', group: '积分', order: 71 },
    { key: 'tasks', title: '积分任务', route: '/admin/tasks', verb: 'mall.edit', group: '积分', order: 72 },
    { key: 'points', title: '用户积分', route: '/admin/points', verb: 'points.see', group: '积分', order: 73 },
  ],
};
