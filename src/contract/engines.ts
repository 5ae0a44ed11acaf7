/** What the console shows of search engines (搜索引擎). Times are unix seconds; days are Shanghai's. */
export type { EngineFigures } from './outputs/engines.ts';

export const ENGINE_CALLS = { figures: '/admin/engines', csv: '/admin/engines/export', push: '/admin/engines/push' } as const;

/** Tables of the screen that leave as a CSV. */
export const ENGINE_TABLES = ['pushes', 'spiders', 'misses'] as const;
export type EngineTable = (typeof ENGINE_TABLES)[number];

/** Days that robots' visits are added up over. */
export const SPIDER_DAYS = 7;
