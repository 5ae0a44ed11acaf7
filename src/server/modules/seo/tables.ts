import { bigint, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { at, counter, created } from '../../db/columns.ts';

/** Addresses that search engines are notified of: one row an engine and address, however often it changes. */
export const seo_urls = pgTable(
  'seo_urls',
  {
    engine: text().notNull(),
    url: text().notNull(),
    /** Last change that they should be notified of. */
    wanted_at: at().notNull(),
    /** Last time that the engine took it. */
    pushed_at: at(),
    /** Why the engine will not have it; ''. */
    refused: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.engine, t.url] }), index('seo_urls_wanted').on(t.engine, t.wanted_at)],
);

/** What an engine took on a Shanghai day and what it says is left; null: not known. */
export const seo_engine_days = pgTable(
  'seo_engine_days',
  {
    day: date().notNull(),
    engine: text().notNull(),
    pushed: integer().notNull().default(0),
    remain: integer(),
    /** Last refusal of the whole call; ''. */
    error: text().notNull().default(''),
    tried_at: created(),
  },
  (t) => [primaryKey({ columns: [t.day, t.engine] })],
);

/** Addresses that were taken down, for the file of dead links. */
export const seo_dead = pgTable('seo_dead', { url: text().primaryKey(), since: created() }, (t) => [index('seo_dead_since').on(t.since)]);

/** Visits of search engines' robots on a Shanghai day, by what they call themselves and by kind of page (0: of none). */
export const spider_days = pgTable(
  'spider_days',
  { day: date().notNull(), spider: text().notNull(), kind: smallint().notNull(), hits: counter(), misses: counter() },
  (t) => [primaryKey({ columns: [t.day, t.spider, t.kind] })],
);

/** What they asked for and did not find; the commonest of a day. */
export const spider_misses = pgTable(
  'spider_misses',
  { day: date().notNull(), path: text().notNull(), num: bigint({ mode: 'number' }).notNull().default(0) },
  (t) => [primaryKey({ columns: [t.day, t.path] })],
);
