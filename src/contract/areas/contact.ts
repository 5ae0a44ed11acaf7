import type { AreaPages } from './area.ts';

export const contact: AreaPages = {
  name: 'contact',
  screens: [{ key: 'contacts', title: '联系解锁', route: '/admin/contacts', verb: 'order.see', group: '交易', order: 34 }],
};
