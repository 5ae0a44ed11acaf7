import type { AreaPages } from './area.ts';

export const ad: AreaPages = {
  name: 'ad',
  screens: [{ key: 'ads', title: '广告播放', route: '/admin/ads', verb: 'banner.edit', group: '内容', order: 56 }],
};
