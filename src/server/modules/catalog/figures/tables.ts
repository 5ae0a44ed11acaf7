import { date, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { counter, ref } from '../../../db/columns.ts';

/** Reads of an item's page on a Shanghai day, by where readers came from (`VIEW_SOURCES`); nothing of the readers. */
export const item_view_days = pgTable(
  'item_view_days',
  { item_id: ref().notNull(), day: date().notNull(), source: smallint().notNull(), views: counter() },
  (t) => [primaryKey({ columns: [t.item_id, t.day, t.source] })],
);
