import type { AreaPages } from './area.ts';

export const help: AreaPages = {
  name: 'help',
  pages: [
    { path: '/about/helpCenter', params: { id: 'number' }, in_sitemap: true },
    { path: '/about/registerAgreement', in_sitemap: true },
    { path: '/about/privacy', in_sitemap: true },
  ],
};
