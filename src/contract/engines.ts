/** What the console shows of search engines (搜索引擎). Times are unix seconds; days are Shanghai's. */

export const ENGINE_CALLS = { figures: '/admin/engines', csv: '/admin/engines/export', push: '/admin/engines/push' } as const;

/** Tables of the screen that leave as a CSV. */
export const ENGINE_TABLES = ['pushes', 'spiders', 'misses'] as const;
export type EngineTable = (typeof ENGINE_TABLES)[number];

/** Days that robots' visits are added up over. */
export const SPIDER_DAYS = 7;

export interface EngineFigures {
  engines: Array<{
    name: string;
    title: string;
    sandbox: boolean;
    pushed_today: number;
    /** What it still takes today; null: it does not say. */
    remain: number | null;
    waiting: number;
    /** Addresses that it will not have. */
    refused: number;
    /** Why nothing goes; '': all is well. */
    error: string;
    /** 0: not today. */
    tried_at: number;
  }>;
  spiders: Array<{
    spider: string;
    title: string;
    hits: number;
    misses: number;
    kinds: Array<{ noun: string; hits: number; misses: number }>;
  }>;
  misses: Array<{ path: string; num: number }>;
  /** Addresses in the file of dead links. */
  dead: number;
}
