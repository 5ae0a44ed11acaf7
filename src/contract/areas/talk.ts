import { KINDS } from '../kinds.ts';
import { RECAP_PAGE } from '../recap.ts';
import type { AreaPages } from './area.ts';

/** Short talks and recaps, which stand below the salons, and what staff see of doors. */
export const talk: AreaPages = {
  name: 'talk',
  sections: [{ key: 'xted', title: '短分享', route: KINDS.talk.paths.list, order: 96, hidden: true }],
  pages: [{ path: RECAP_PAGE, params: { id: 'number' } }],
  screens: [
    { key: 'salonDoor', title: '检票记录', route: '/admin/salonDoor', verb: 'salon.see', group: '内容', order: 56 },
    { key: 'salonRecaps', title: '沙龙回顾', route: '/admin/salonRecaps', verb: 'salon.see', group: '内容', order: 57 },
    { key: 'talks', title: '短分享', route: '/admin/talks', verb: 'salon.see', group: '内容', order: 58 },
  ],
};
