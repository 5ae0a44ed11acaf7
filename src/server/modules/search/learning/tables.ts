import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { SEARCH_ANSWERS } from '#contract/catalog.ts';
import { counter, created, id, ref } from '../../../db/columns.ts';

// `key` of all these tables is `queryKey`: the words that decide, normalised and sorted. No row names a reader (decision 0199).

/** Works that staff put in front of everything else a query finds. */
export const search_pins = pgTable(
  'search_pins',
  {
    id: id(),
    key: text().notNull(),
    /** As staff typed it. */
    keyword: text().notNull(),
    item_id: ref().notNull(),
    kind: smallint().notNull(),
    place: smallint().notNull().default(1),
    created_by: ref().notNull(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('search_pins_once').on(t.key, t.item_id),
    index('search_pins_item').on(t.item_id),
    index('search_pins_words').on(t.keyword.op('text_pattern_ops')),
  ],
);

/**
 * What was counted already: an act of a reader for a query and work on a Shanghai day, or in a month. `reader` is a keyed hash that changes with the day,
 * so rows of two days cannot be joined; rows leave after two days, those of a month with it.
 */
export const search_marks = pgTable(
  'search_marks',
  {
    day: date().notNull(),
    reader: uuid().notNull(),
    /** Place in `ACTS`. */
    act: smallint().notNull(),
    item_id: ref().notNull().default(0),
    key: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.reader, t.act, t.item_id, t.key] })],
);

/** Acts of an address on a day, by a keyed hash of the day as well. */
export const search_quotas = pgTable('search_quotas', { day: date().notNull(), who: uuid().notNull(), n: integer().notNull() }, (t) => [
  primaryKey({ columns: [t.day, t.who] }),
]);

/** What readers ask for, how it was answered last, and sums of the last thirty days. */
export const search_queries = pgTable(
  'search_queries',
  {
    id: id(),
    key: text().notNull(),
    /** Enough readers asked for it within a month, so that staff may read it. */
    shown: boolean().notNull().default(false),
    /** First day of the month in which `readers` were counted. */
    month: date().notNull(),
    readers: integer().notNull().default(0),
    answer: text({ enum: SEARCH_ANSWERS }).notNull().default('all'),
    /** Words that were left out for that answer. */
    left_out: smallint().notNull().default(0),
    asks: counter(),
    presses: counter(),
    /** Of the presses: on a work beyond the sixth place. */
    late: counter(),
    asked_at: created(),
  },
  (t) => [
    uniqueIndex('search_queries_key').on(t.key),
    index('search_queries_asks').on(t.asks, t.id).where(sql`${t.shown}`),
    index('search_queries_newest').on(t.asked_at, t.id).where(sql`${t.shown}`),
    index('search_queries_unanswered').on(t.asks, t.id).where(sql`${t.shown} and ${t.answer} <> 'all'`),
    index('search_queries_unpressed').on(t.asks, t.id).where(sql`${t.shown} and ${t.presses} = 0`),
    index('search_queries_late').on(t.asks, t.id).where(sql`${t.shown} and ${t.late} * 2 > ${t.presses}`),
    index('search_queries_begin').on(t.key.op('text_pattern_ops')),
    index('search_queries_asked').on(t.asked_at),
  ],
);

/** Counts of a query on a Shanghai day. */
export const search_query_days = pgTable(
  'search_query_days',
  {
    day: date().notNull(),
    key: text().notNull(),
    asks: integer().notNull().default(0),
    presses: integer().notNull().default(0),
    late: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.key] }), index('search_query_days_key').on(t.key, t.day)],
);

/** What readers of a query did with a work on a Shanghai day: the record that scores are made of. */
export const search_presses = pgTable(
  'search_presses',
  {
    key: text().notNull(),
    item_id: ref().notNull(),
    day: date().notNull(),
    opened: integer().notNull().default(0),
    late: integer().notNull().default(0),
    collected: integer().notNull().default(0),
    bought: integer().notNull().default(0),
    /** The score does not hold it yet. */
    fresh: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.item_id, t.day] }),
    index('search_presses_fresh').on(t.key).where(sql`${t.fresh}`),
    index('search_presses_day').on(t.day),
  ],
);

/** What the presses of a query are worth, as of the day that `scoreShare` counts from: it decays without being written. */
export const search_scores = pgTable(
  'search_scores',
  { key: text().notNull(), item_id: ref().notNull(), score: doublePrecision().notNull() },
  (t) => [primaryKey({ columns: [t.key, t.item_id] }), index('search_scores_item').on(t.item_id)],
);
