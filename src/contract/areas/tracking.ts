import type { AreaPages } from './area.ts';

/** Visits and search engines: their screens in the console, and the file of what was taken down. */
export const tracking: AreaPages = {
  name: 'tracking',
  pages: [{ path: '/dead-links.txt' }],
  screens: [
    { key: 'visits', title: '访问统计', route: '/admin/visits', verb: 'visit.see', group: '数据', order: 12 },
    { key: 'engines', title: '搜索引擎', route: '/admin/engines', verb: 'visit.see', group: '数据', order: 14 },
  ],
};
