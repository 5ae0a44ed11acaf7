import { KINDS } from '../kinds.ts';
import type { AreaPages } from './area.ts';

const { list, add, detail, missing } = KINDS.salon.paths;

/** Salons: events that people meet at, and their tickets. */
export const salon: AreaPages = {
  name: 'salon',
  sections: [{ key: 'salon', title: '沙龙', route: missing, order: 110, more: true, publish: { title: '发布沙龙', route: add } }],
  center: [
    {
      key: 'mySalon',
      group: 'bought',
      title: '我的沙龙',
      route: '/personalCenter/mySalon',
      about: '门票与候补，退票与下载；自己举办的沙龙也在这里。',
      order: 60,
    },
  ],
  pages: [
    { path: missing, params: { city: 'text' }, in_sitemap: true },
    {
      path: list,
      params: { keyword: 'text', city: 'number', when: 'number', cost: 'number', state: 'number', sort: 'word', page: 'number' },
      in_sitemap: true,
    },
    { path: detail, params: { id: 'number' } },
  ],
  screens: [
    { key: 'salons', title: '沙龙', route: '/admin/salons', verb: 'salon.see', group: '内容', order: 54 },
    { key: 'salonTickets', title: '沙龙门票', route: '/admin/salonTickets', verb: 'salon.see', group: '内容', order: 55 },
  ],
};
