import type { AreaPages } from './area.ts';

export const shell: AreaPages = {
  name: 'shell',
  sections: [{ key: 'home', title: '首页', route: '/', order: 0 }],
  pages: [
    { path: '/', in_sitemap: true },
    { path: '/hmh', params: { type: 'number' } },
    { path: '/robots.txt' },
    { path: '/sitemap.xml' },
    { path: '/sitemap-pages.xml' },
    { path: '/feed.xml', params: { kind: 'word', tag: 'number', uid: 'number' } },
    { path: '/sitemap-items.xml', params: { kind: 'word', page: 'number' } },
    // only in a benchmark's build
    { path: '/__empty' },
  ],
};
