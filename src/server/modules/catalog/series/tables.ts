import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../../db/columns.ts';
import { items } from '../tables.ts';

/** Works of one publisher that belong together, in an order. */
export const series = pgTable(
  'series',
  {
    id: id(),
    owner_id: ref().notNull(),
    title: text().notNull(),
    introduction: text().notNull().default(''),
    /** Of all its works together; 0: they are sold singly alone. */
    price_fen: fen().notNull().default(0),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [index('series_of_owner').on(t.owner_id, t.id.desc().nullsFirst()), index('series_sold').on(t.id).where(sql`${t.price_fen} > 0`)],
);

export const series_items = pgTable(
  'series_items',
  {
    series_id: ref()
      .notNull()
      .references(() => series.id),
    item_id: ref()
      .notNull()
      .references(() => items.id),
    sort: integer().notNull(),
    /** Of a course in a path: it is learned from then on, or once the one before it is finished. */
    opens_at: at(),
    after_before: boolean().notNull().default(false),
    /** When it was last said that it opens later; who bought the course before does not wait. */
    released_at: created(),
  },
  // a work stands in one series
  (t) => [
    primaryKey({ columns: [t.series_id, t.item_id] }),
    uniqueIndex('series_items_once').on(t.item_id),
    check('series_items_opens', sql`${t.opens_at} is null or not ${t.after_before}`),
  ],
);
