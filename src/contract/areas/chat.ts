import type { AreaPages } from './area.ts';

/** Conversations; their pages are for who is signed in. */
export const chat: AreaPages = {
  name: 'chat',
  screens: [{ key: 'chat', title: '会话消息', route: '/admin/chat', verb: 'review.decide', group: '内容', order: 15 }],
};
