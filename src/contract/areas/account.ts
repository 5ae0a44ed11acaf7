import type { AreaPages } from './area.ts';

export const account: AreaPages = {
  name: 'account',
  center: [
    {
      key: 'myInvite',
      group: 'account',
      title: '邀请好友',
      route: '/personalCenter/myInvite',
      about: '我的邀请码、奖励与邀请来的好友。',
      order: 135,
    },
    {
      key: 'myPublish',
      group: 'sells',
      title: '我的发布',
      route: '/personalCenter/myPublish',
      about: '草稿、审核进度、上下架，以及每份方案的销量与收益。',
      order: 5,
    },
    {
      key: 'myFigures',
      group: 'sells',
      title: '我的数据',
      route: '/personalCenter/myFigures',
      about: '每天的浏览、收藏、成交与收益，按作品和来源查看，可以导出。',
      order: 6,
    },
    {
      key: 'mySeries',
      group: 'sells',
      title: '我的系列',
      route: '/personalCenter/mySeries',
      about: '把自己的作品按顺序编成系列，读者可以连着看。',
      order: 7,
    },
    {
      key: 'bulkPublish',
      group: 'sells',
      title: '批量导入',
      route: '/personalCenter/bulkPublish',
      about: '一个压缩包加一份清单，一次导入许多作品。',
      order: 8,
    },
  ],
  screens: [
    { key: 'invites', title: '邀请', route: '/admin/invites', verb: 'invite.judge', group: '用户', order: 47 },
    { key: 'closings', title: '注销申请', route: '/admin/closings', verb: 'user.see', group: '用户', order: 48 },
  ],
  pages: [
    { path: '/series', params: { id: 'number' } },
    { path: '/sitemap-series.xml' },
    { path: '/login' },
    { path: '/register' },
    { path: '/personalLecturer', params: { uid: 'number', kind: 'word', type: 'number', page: 'number' } },
  ],
};
