import type { AreaPages } from './area.ts';

export const search: AreaPages = {
  name: 'search',
  screens: [{ key: 'wishes', title: '读者登记的需求', route: '/admin/wishes', verb: 'wish.answer', group: '用户', order: 42 }],
};
