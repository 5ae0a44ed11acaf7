import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** One's own tasks and dates. */
export const planner_entries = pgTable(
  'planner_entries',
  {
    id: id(),
    user_id: ref().notNull(),
    title: text().notNull(),
    note: text().notNull().default(''),
    /** Null: a task without a time. */
    at: at(),
    all_day: boolean().notNull().default(false),
    /** Path on this site that it belongs to; empty: none. */
    link: text().notNull().default(''),
    done_at: at(),
    /** How far its reminders are: 0 none, 1 the one of the day before, 2 all. */
    reminded: smallint().notNull().default(0),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [
    index('planner_entries_of_user').on(t.user_id, t.id),
    index('planner_entries_to_remind').on(t.at).where(sql`${t.done_at} is null and ${t.reminded} < 2`),
    check('planner_entries_reminded', sql`${t.reminded} between 0 and 2`),
  ],
);

/** The secret address of somebody's calendar is signed with `version`: renewing it ends the one before. */
export const planner_feeds = pgTable('planner_feeds', {
  user_id: ref().primaryKey(),
  version: integer().notNull(),
  is_on: boolean().notNull(),
  updated_at: created(),
});
