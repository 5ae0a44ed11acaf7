/** What becomes of a publisher's works, by day, by work and by where readers came from. Money in yuan. */
import type { Figures } from './outputs/figures.ts';

export type { Figures };

export const FIGURES_CALL = '/user/figures';
/** GET: one of the tables as CSV. */
export const FIGURES_CSV_CALL = '/user/figures/csv';

export const FIGURE_TABLES = ['days', 'works', 'sources'] as const;
export type FigureTable = (typeof FIGURE_TABLES)[number];

export const FIGURE_RANGES = [7, 30, 90] as const;
export type FigureRange = (typeof FIGURE_RANGES)[number];

/** Where readers of a work came from. The place in the list is what is stored: only add at the end. */
export const VIEW_SOURCES = [
  { key: 'direct', title: '直接访问' },
  { key: 'list', title: '首页与列表' },
  { key: 'search', title: '站内搜索' },
  { key: 'site', title: '站内其他页面' },
  { key: 'share', title: '分享链接' },
  { key: 'outside', title: '站外链接' },
] as const;
export type ViewSource = (typeof VIEW_SOURCES)[number]['key'];

/** Parameter that an address carries which was shared; pages do not see it. */
export const SHARED_PARAM = 'from=share';

export const FIGURE_MEASURES = {
  views: { title: '浏览', unit: '次' },
  collects: { title: '收藏', unit: '次' },
  sales: { title: '成交', unit: '笔' },
  income: { title: '收益', unit: '元' },
  conversion: { title: '转化率', unit: '%' },
} as const;
export type FigureMeasure = keyof typeof FIGURE_MEASURES;

export interface FigureSums {
  views: number;
  collects: number;
  sales: number;
  /** Yuan. */
  income: number;
}

export interface FigureDay extends FigureSums {
  /** YYYY-MM-DD, Shanghai. */
  day: string;
}

export interface FigureWork extends FigureSums {
  id: number;
  title: string;
  /** Key of a kind. */
  kind: string;
  /** Address of its cover; empty: it has none. */
  cover: string;
}

export const FIGURE_WORKS_MAX = 100;

/** Sales that stand in no line of the works. */
export const REST_TITLE = '合作款，及未列出的作品';
export function restOf({ totals, works }: Pick<Figures, 'totals' | 'works'>): Pick<FigureSums, 'sales' | 'income'> {
  const left = (of: 'sales' | 'income') => Math.round((totals[of] - works.reduce((sum, work) => sum + work[of], 0)) * 100) / 100;
  return { sales: left('sales'), income: left('income') };
}

/** Sales in percent of views; null: no views. */
export function conversionOf({ sales, views }: Pick<FigureSums, 'sales' | 'views'>): number | null {
  return views === 0 ? null : Math.round((sales / views) * 1000) / 10;
}

/** The same as people read it. */
export function conversionText(sums: Pick<FigureSums, 'sales' | 'views'>): string {
  const percent = conversionOf(sums);
  return percent === null ? '-' : `${percent}%`;
}
