import type { KindFacts } from '#contract/kinds.ts';

/** What the order pages need of a kind; the table of all kinds stays on the server. */
export interface OrderKind {
  code: number;
  /** Empty where rows are of many kinds. */
  key: string;
  noun: string;
  /** Paths of its list and detail pages. */
  list: string;
  detail: string;
  /** Orders of this subject that is no item, such as memberships; `code` is 0 then. */
  subject?: string;
  /** Kinds that the filter offers, where rows are of many (code 0). */
  kinds?: ReadonlyArray<{ code: number; noun: string }>;
  /** Detail pages by the kind of a row, where rows are of many kinds (code 0). */
  details?: Record<number, string>;
}

export function orderKind({ code, key, noun, paths }: KindFacts): OrderKind {
  return { code, key, noun, list: paths.list, detail: paths.detail };
}

const OWN_PAGES: Readonly<Record<string, string>> = {
  scheme: '我的方案订单',
  ppt: '我的PPT模板订单',
  design: '我的设计订单',
  course: '我的课程',
};

/** The page on which what was bought of this kind stands, as the centre's menu calls it. */
export const ordersTitle = (kind: string): string => OWN_PAGES[kind] ?? '我的订单与下载';

/** What is bought of this kind is learned, not downloaded. */
export const givesLessons = (kind: string): boolean => kind === 'course';
