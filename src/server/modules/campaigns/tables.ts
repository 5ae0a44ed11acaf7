import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at, created, id } from '../../db/columns.ts';

/** What an activity page shows while it runs. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: id(),
    /** Page: newYear, vipRights, getVip. */
    page: text().notNull(),
    title: text().notNull(),
    summary: text().notNull().default(''),
    /** Paragraphs and headings of plain text. */
    content: text().notNull().default(''),
    rules: text().notNull().default(''),
    /** Path of a picture of ours; empty: none. */
    picture: text().notNull().default(''),
    coupon_ids: jsonb().$type<number[]>().notNull().default([]),
    with_plans: boolean().notNull().default(false),
    with_draw: boolean().notNull().default(false),
    is_on: boolean().notNull().default(true),
    starts_at: at().notNull(),
    ends_at: at().notNull(),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [index('campaigns_of_page').on(t.page, t.starts_at), index('campaigns_by_time').on(t.updated_at, t.id)],
);
