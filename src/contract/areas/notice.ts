import type { AreaPages } from './area.ts';

export const notice: AreaPages = {
  name: 'notice',
  screens: [{ key: 'deliveries', title: '未送达的通知', route: '/admin/deliveries', verb: 'jobs.see', group: '技术', order: 93 }],
};
