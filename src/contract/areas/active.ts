import type { AreaPages } from './area.ts';

export const active: AreaPages = {
  name: 'active',
  center: [
    {
      key: 'myPrize',
      group: 'account',
      title: '我的奖品',
      route: '/personalCenter/myPrize',
      about: '抽到的会员与实物奖品，填写收货地址、查看寄送。',
      order: 132,
    },
  ],
  pages: [
    { path: '/active/newYear', in_sitemap: true },
    { path: '/active/vipRights', in_sitemap: true },
    { path: '/active/getVip', in_sitemap: true },
    { path: '/active/luck', in_sitemap: true },
  ],
  screens: [
    { key: 'campaigns', title: '活动', route: '/admin/campaigns', verb: 'campaign.edit', group: '营销', order: 62 },
    { key: 'rounds', title: '抽奖', route: '/admin/rounds', verb: 'campaign.edit', group: '营销', order: 63 },
    { key: 'prizes', title: '奖品寄送', route: '/admin/prizes', verb: 'prize.ship', group: '营销', order: 64 },
  ],
};
