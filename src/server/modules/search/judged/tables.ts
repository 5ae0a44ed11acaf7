import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../../db/columns.ts';

/** Queries with works that should stand among the first three, by staff. */
export const search_judged = pgTable(
  'search_judged',
  {
    id: id(),
    keyword: text().notNull(),
    /** Code of a kind; null: the kind that the search shows first. */
    kind: smallint(),
    item_ids: ref().array().notNull(),
    note: text().notNull().default(''),
    state: text({ enum: ['new', 'hit', 'missed'] })
      .notNull()
      .default('new'),
    /** The best place of one of its works at the last two runs; null: not on the first page. */
    place: smallint(),
    former: smallint(),
    judged_at: at(),
    updated_by: ref().notNull(),
    updated_at: created(),
  },
  (t) => [
    uniqueIndex('search_judged_once').on(t.keyword, sql`coalesce(${t.kind}, 0)`),
    index('search_judged_state').on(t.state, t.id),
    index('search_judged_words').on(t.keyword.op('text_pattern_ops')),
  ],
);

/** Every time the judged list was asked. */
export const search_judged_runs = pgTable('search_judged_runs', {
  id: id(),
  why: text().notNull(),
  begun_at: created(),
  ended_at: at(),
  asked: integer().notNull().default(0),
  hit: integer().notNull().default(0),
  /** What stands lower than the time before, the first of them. */
  worse: jsonb().$type<Array<{ keyword: string; from: number | null; to: number | null }>>().notNull().default([]),
});
