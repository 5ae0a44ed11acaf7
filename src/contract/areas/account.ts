import type { AreaPages } from './area.ts';

export const account: AreaPages = {
  name: 'account',
  center: [
    {
      key: 'myPublish',
      title: '我的发布',
      route: '/personalCenter/myPublish',
      about: '草稿、审核进度、上下架，以及每份方案的销量与收益。',
      order: 90,
    },
  ],
  pages: [
    { path: '/login' },
    { path: '/register' },
    { path: '/personalLecturer', params: { uid: 'number', kind: 'word', type: 'number', page: 'number' } },
  ],
};
