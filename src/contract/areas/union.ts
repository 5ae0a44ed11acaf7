import type { AreaPages } from './area.ts';

export const union: AreaPages = {
  name: 'union',
  pages: [{ path: '/vip/union', params: { id: 'number' }, in_sitemap: true }],
  screens: [
    { key: 'unions', title: '联合会员', route: '/admin/unions', verb: 'campaign.edit', group: '营销', order: 66 },
    { key: 'unionRights', title: '联合权益', route: '/admin/unionRights', verb: 'campaign.edit', group: '营销', order: 67 },
  ],
};
