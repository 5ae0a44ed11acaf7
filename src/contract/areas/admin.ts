import type { AreaPages } from './area.ts';

/** The console's own screens; an area that has more adds them to its own row. */
export const admin: AreaPages = {
  name: 'admin',
  screens: [
    { key: 'today', title: '今日', route: '/admin', verb: 'today.see', group: '每日', order: 0 },
    { key: 'review', title: '审核台', route: '/admin/review', verb: 'review.see', group: '每日', order: 10 },
    { key: 'orders', title: '订单', route: '/admin/orders', verb: 'order.see', group: '每日', order: 20 },
    { key: 'refunds', title: '退款', route: '/admin/refunds', verb: 'order.see', group: '每日', order: 30 },
    { key: 'users', title: '用户', route: '/admin/users', verb: 'user.see', group: '每日', order: 40 },
    { key: 'works', title: '作品', route: '/admin/works', verb: 'review.see', group: '每日', order: 49 },
    { key: 'series', title: '系列与套装', route: '/admin/series', verb: 'review.see', group: '内容', order: 58 },
    { key: 'terms', title: '分类与筛选项', route: '/admin/terms', verb: 'term.edit', group: '内容', order: 51 },
    { key: 'settings', title: '站点设置', route: '/admin/settings', verb: 'settings.see', group: '设置', order: 80 },
    { key: 'jobs', title: '后台任务', route: '/admin/jobs', verb: 'jobs.see', group: '技术', order: 90 },
    { key: 'events', title: '事件', route: '/admin/events', verb: 'jobs.see', group: '技术', order: 91 },
    { key: 'health', title: '外部服务', route: '/admin/health', verb: 'health.see', group: '技术', order: 92 },
    { key: 'audit', title: '操作记录', route: '/admin/audit', verb: 'audit.see', group: '设置', order: 99 },
  ],
};
