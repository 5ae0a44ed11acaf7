import type { AreaPages } from './area.ts';

export const shell: AreaPages = {
  name: 'shell',
  sections: [{ key: 'home', title: '首页', route: '/', order: 0 }],
  screens: [
    { key: 'banners', title: '弹窗与推广', route: '/admin/banners', verb: 'banner.edit', group: '营销', order: 66 },
    { key: 'announcements', title: '公告', route: '/admin/announcements', verb: 'banner.edit', group: '营销', order: 65 },
    { key: 'gifts', title: '新人礼物', route: '/admin/gifts', verb: 'banner.edit', group: '营销', order: 67 },
  ],
  pages: [
    { path: '/', in_sitemap: true },
    { path: '/hmh', params: { type: 'number', kind: 'word', id: 'number' } },
    { path: '/robots.txt' },
    { path: '/sitemap.xml' },
    { path: '/sitemap-pages.xml' },
    { path: '/feed.xml', params: { kind: 'word', tag: 'number', uid: 'number' } },
    { path: '/sitemap-items.xml', params: { kind: 'word', month: 'word', page: 'number' } },
    // only in a benchmark's build
    { path: '/__empty' },
  ],
};
