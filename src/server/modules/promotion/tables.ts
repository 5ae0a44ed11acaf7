import { boolean, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** What the operator advertises on our own pages. type: 9 pop-ups and columns, 12 detail pages (spec 7). */
export const banners = pgTable(
  'banners',
  {
    id: id(),
    type: smallint().notNull(),
    title: text().notNull(),
    /** A second line; may be empty. */
    summary: text().notNull().default(''),
    /** Path of a picture of ours; empty: title and summary are drawn. */
    picture: text().notNull().default(''),
    /** Path of ours that it leads to. */
    url: text().notNull(),
    sort: integer().notNull().default(0),
    is_on: boolean().notNull().default(true),
    starts_at: at(),
    ends_at: at(),
    click_num: integer().notNull().default(0),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [index('banners_of_type').on(t.type, t.sort)],
);

/** How often something was on a reader's screen, by Shanghai day. type: 10 items in rails (spec 7). */
export const exposures = pgTable(
  'exposures',
  { day: date().notNull(), type: smallint().notNull(), rid: ref().notNull(), num: integer().notNull().default(0) },
  (t) => [primaryKey({ columns: [t.day, t.type, t.rid] })],
);
