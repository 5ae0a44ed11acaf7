import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** What somebody who has a work says of it: one a person and work. What of it counts stands in `items.rating_num`, `rating_sum` and `rating_score`. */
export const opinions = pgTable(
  'opinions',
  {
    id: id(),
    item_id: ref().notNull(),
    user_id: ref().notNull(),
    /** Of the work, so that publishers find what was said of theirs. */
    publisher_id: ref().notNull(),
    stars: smallint().notNull(),
    text: text().notNull().default(''),
    /** What it was used for, and for how many. */
    event: text().notNull().default(''),
    people: integer().notNull().default(0),
    /** Staff took it off the page, and why. */
    hidden: boolean().notNull().default(false),
    hidden_reason: text().notNull().default(''),
    /** The right that it was given by went back with a refund: it is neither shown nor counted. */
    lapsed: boolean().notNull().default(false),
    /** The publisher's. */
    answer: text().notNull().default(''),
    answered_at: at(),
    report_num: integer().notNull().default(0),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [
    uniqueIndex('opinions_once').on(t.item_id, t.user_id),
    index('opinions_shown').on(t.item_id, t.id.desc().nullsFirst()).where(sql`not ${t.hidden} and not ${t.lapsed}`),
    index('opinions_by_stars').on(t.item_id, t.stars, t.id.desc().nullsFirst()).where(sql`not ${t.hidden} and not ${t.lapsed}`),
    index('opinions_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    index('opinions_of_publisher').on(t.publisher_id, t.id.desc().nullsFirst()),
    index('opinions_unanswered')
      .on(t.publisher_id, t.id.desc().nullsFirst())
      .where(sql`${t.answer} = '' and not ${t.hidden} and not ${t.lapsed}`),
    index('opinions_by_time').on(t.created_at, t.id),
    index('opinions_hidden').on(t.id).where(sql`${t.hidden}`),
    index('opinions_lapsed').on(t.id).where(sql`${t.lapsed}`),
    index('opinions_reported').on(t.id).where(sql`${t.report_num} > 0`),
    check('opinions_stars', sql`${t.stars} between 1 and 5`),
    check('opinions_counts', sql`${t.people} >= 0 and ${t.report_num} >= 0`),
    check('opinions_not_own', sql`${t.user_id} <> ${t.publisher_id}`),
  ],
);

/** Who says that something is wrong with one: once a person. */
export const opinion_reports = pgTable(
  'opinion_reports',
  {
    opinion_id: ref()
      .notNull()
      .references(() => opinions.id, { onDelete: 'cascade' }),
    user_id: ref().notNull(),
    reason: text().notNull(),
    created_at: created(),
  },
  (t) => [primaryKey({ columns: [t.opinion_id, t.user_id] }), index('opinion_reports_of_user').on(t.user_id)],
);
