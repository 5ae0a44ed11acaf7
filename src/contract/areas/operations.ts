import type { AreaPages } from './area.ts';

export const operations: AreaPages = {
  name: 'operations',
  screens: [{ key: 'system', title: '系统', route: '/admin/system', verb: 'system.see', group: '技术', order: 78 }],
};
