import type { OwnRequest } from './outputs/request.ts';

/** Requests of the receive-order hall: small and quick, answered by talking. Times are unix seconds, money in yuan. */

import type { OwnPage } from './center.ts';

export type {
  RequestAnswer,
  RequestCard,
  RequestDetail,
  RequestField,
  RequestList,
  RequestPerson,
  RequestView,
} from './outputs/request.ts';

export const REQUEST_STATES = {
  review: '审核中',
  open: '等待接单',
  talking: '沟通中',
  settled: '已选定',
  closed: '已关闭',
  expired: '已过期',
} as const;
export type RequestState = keyof typeof REQUEST_STATES;

/** What a state may become; who may do it, the verbs say. */
export const REQUEST_MOVES: Readonly<Record<RequestState, readonly RequestState[]>> = {
  review: ['open', 'closed'],
  open: ['talking', 'closed', 'expired'],
  // open again once every planner took their answer back
  talking: ['open', 'settled', 'closed', 'expired'],
  settled: [],
  closed: [],
  // the asker gives it more time
  expired: ['open', 'talking', 'closed'],
};

/** States in which the hall shows it and planners may answer. */
export const REQUEST_OPEN: readonly RequestState[] = ['open', 'talking'];

export const REQUEST_MAX = { title: 40, detail: 1_000, pictures: 3, answer: 500, reason: 200 } as const;
export const REQUEST_MIN = { title: 4, answer: 2 } as const;
/** Yuan. */
export const REQUEST_BUDGET_MAX = 10_000_000;
/** How long it may be answered, days. */
export const REQUEST_DAYS = [3, 7, 15, 30] as const;
export const REQUEST_PAGE = 20;
/** Polls for what is new, while the tab is seen. */
export const REQUEST_NEWS_MS = 45_000;

export const REQUEST_CALLS = {
  detail: '/receive/request/detail',
  news: '/receive/request/news',
  add: '/receive/request/add',
  view: '/receive/request/view',
} as const;

/** The hall's addresses. */
export const REQUEST_PATHS = {
  hall: '/receiveOrder/index',
  detail: '/receiveOrder/detail',
  add: '/receiveOrder/new',
  mine: '/personalCenter/myReceive',
} as const;
export const requestPath = (id: number): string => `${REQUEST_PATHS.detail}?id=${id}`;

/** Ranges of budgets that the hall filters by, yuan, with both ends: one at a bound is found in both. `max` 0: without an end. */
export const REQUEST_BUDGETS = {
  small: { title: '5 千以内', min: 0, max: 5_000 },
  middle: { title: '5 千至 3 万', min: 5_000, max: 30_000 },
  large: { title: '3 万至 10 万', min: 30_000, max: 100_000 },
  huge: { title: '10 万以上', min: 100_000, max: 0 },
  open: { title: '面议', min: 0, max: 0 },
} as const;
export type RequestBudget = keyof typeof REQUEST_BUDGETS;

export const REQUEST_SORTS = { new: '最新发布', ends: '即将截止' } as const;
export type RequestSort = keyof typeof REQUEST_SORTS;

/** Where a page of the hall begins: after or before a row. */
export interface RequestFilter {
  keyword?: string;
  field?: string;
  province?: number;
  city?: number;
  budget?: RequestBudget;
  sort?: RequestSort;
  after?: string;
  before?: string;
}

/** A picture as it is stored. */
export interface RequestPictureKey {
  key: string;
  width: number;
  height: number;
}

/** What became of an answer; withdrawn: its planner took it back. */
export type RequestAnswerState = 'talking' | 'settled' | 'declined' | 'withdrawn';

export type OwnRequests = OwnPage<OwnRequest>;

export interface RequestInput {
  title: string;
  detail: string;
  field: string;
  /** Yuan; 0: open. */
  budget: number;
  event_day: string;
  province: number;
  city: number;
  pictures: readonly number[];
  days: number;
  key: string;
}

export const budgetText = (yuan: number): string =>
  yuan === 0 ? '面议' : yuan >= 10_000 ? `${Number((yuan / 10_000).toFixed(2))} 万元` : `${yuan} 元`;

/** How fast somebody answers, for people; empty: not known. */
export function answerTimeText(seconds: number): string {
  if (seconds <= 0) return '';
  if (seconds < 600) return '通常 10 分钟内回复';
  if (seconds < 3_600) return '通常 1 小时内回复';
  if (seconds < 6 * 3_600) return '通常几小时内回复';
  if (seconds < 86_400) return '通常当天回复';
  return '通常一天以上回复';
}
