/** What the console shows and changes of the search. Days are Shanghai's. */
export type { QueryDesk } from './outputs/search-console.ts';

export const SEARCH_CONSOLE_CALLS = {
  query: '/admin/search/query',
  words: '/admin/search/words',
  preview: '/admin/search/preview',
  pins: '/admin/search/pins',
  judge: '/admin/search/judge',
  judged: '/admin/search/judged',
  run: '/admin/search/judged/run',
  replay: '/admin/search/replay',
} as const;

/** Works that staff may pin for a query, and that may answer a judged one. */
export const PINS_MOST = 10;
export const ANSWERS_MOST = 10;
/** Queries of one preview. */
export const PREVIEW_QUERIES = 5;
/** Works of a first page that a preview and the reasons look at. */
export const FIRST_WORKS = 10;
/** Places that a judged query's works should stand among. */
export const JUDGED_PLACES = 3;
export const KEYWORD_MAX = 60;

/** Lists of words that staff keep: lines of synonyms, words of the trade, words that do not decide. */
export const WORD_LISTS = {
  synonyms: { title: '同义词', hint: '每行一组意思相同的词，用 = 隔开，例如：年会 = 年度盛典', line_max: 120 },
  trade: { title: '行业词', hint: '每行一个词，搜索把它当作一个整体，例如：千人宴', line_max: 20 },
  quiet: { title: '忽略的词', hint: '每行一个词，不用它决定找到什么，例如：范本', line_max: 20 },
} as const;
export type WordList = keyof typeof WORD_LISTS;

/** Lines that come to a list and that leave it. */
export interface WordChange {
  list: WordList;
  add: string[];
  remove: string[];
}

export interface SearchPins {
  keyword: string;
  /** In their order; none: nothing is pinned any more. */
  item_ids: number[];
}

/** What a preview supposes. */
export interface SearchChange {
  words?: WordChange[];
  pins?: SearchPins;
  learning?: boolean;
}

export interface WhyHit {
  id: number;
  title: string;
  by: string;
  href: string;
  /** Place without what readers pressed; 0: not among the first. */
  unlearned: number;
  pinned: boolean;
  /** A judged query names it. */
  judged: boolean;
  points: Array<{ reason: string; points: number }>;
  total: number;
}

export interface JudgedForm {
  keyword: string;
  /** Key of a kind; '': the one that is shown first. */
  kind: string;
  /** None: the query is judged no more. */
  item_ids: number[];
  note: string;
}

export interface JudgedRun {
  id: number;
  why: string;
  begun_at: number;
  /** 0: it is running. */
  ended_at: number;
  asked: number;
  hit: number;
  worse: Array<{ keyword: string; from: number | null; to: number | null }>;
}
