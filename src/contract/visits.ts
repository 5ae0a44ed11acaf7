/** What the console shows of visits (访问统计). Days are Shanghai's; figures are made again every hour. */
export type { VisitFigures } from './outputs/visits.ts';

/** Where a visit came from. The place in the list is what is stored: only add at the end. */
export const VISIT_SOURCES = [
  { key: 'direct', title: '直接访问' },
  { key: 'site', title: '站内' },
  { key: 'baidu', title: '百度' },
  { key: 'engine', title: '其他搜索引擎' },
  { key: 'wechat', title: '微信' },
  { key: 'social', title: '微博、知乎等社区' },
  { key: 'other', title: '其他网站' },
] as const;
export type VisitSource = (typeof VISIT_SOURCES)[number]['key'];

/** Steps from reading to paying for a work, in their order. */
export const FUNNEL_STAGES = [
  { key: 'view', title: '浏览' },
  { key: 'detail', title: '看详情' },
  { key: 'quote', title: '看报价' },
  { key: 'order', title: '下单' },
  { key: 'paid', title: '支付' },
] as const;

export const VISIT_RANGES = [7, 30, 90] as const;
export type VisitRange = (typeof VISIT_RANGES)[number];

export const VISIT_CALLS = { figures: '/admin/visits', csv: '/admin/visits/csv', again: '/admin/visits/again' } as const;

export const VISIT_TABLES = ['days', 'sources', 'channels', 'funnel', 'retention', 'pages', 'clicks'] as const;
export type VisitTable = (typeof VISIT_TABLES)[number];

/** Weeks that retention looks back and on. */
export const RETENTION_WEEKS = 8;

export interface VisitSums {
  views: number;
  /** Different readers; of several days: the sum of each day's. */
  visitors: number;
}

/** Names of the clicks that pages report, as operators read them. Also the texts of `data-track`. */
export const CLICK_NAMES: Readonly<Record<string, string>> = {
  ask_in_chat: '立即沟通',
  demand_from_item: '由作品发布需求',
  header_shop: '顶部：商城',
  header_sign_in: '顶部：登录',
  header_vip: '顶部：会员中心',
  mall_goods: '积分商城：商品',
  mall_redeem: '积分商城：兑换',
  mall_sign_in: '积分商城：签到',
  ppt_points_mall: 'PPT：积分商城',
  publish: '发布',
  quote: '打开购买窗口',
  request_add: '发布求单',
  search_press: '搜索结果：打开作品',
  side_community: '侧栏：社群',
  side_feedback: '侧栏：意见反馈',
  side_footprint: '侧栏：足迹',
  side_free_order: '侧栏：免单',
  side_invoice: '侧栏：发票',
  side_make_money: '侧栏：发布赚钱',
  side_points_shop: '侧栏：积分商城',
  side_publish_resource: '侧栏：发布资源',
  side_task: '侧栏：任务',
  side_task_center: '侧栏：任务中心',
  side_top: '侧栏：回到顶部',
  task_sign_in: '任务：签到',
};
