import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** What one side of a finished piece of work says of the other. */
export const ratings = pgTable(
  'ratings',
  {
    id: id(),
    /** demand, request */
    subject_kind: text().notNull(),
    subject_id: ref().notNull(),
    from_id: ref().notNull(),
    to_id: ref().notNull(),
    stars: smallint().notNull(),
    text: text().notNull().default(''),
    created_at: created(),
    /** Since when everybody sees it; null: not yet. */
    shown_at: at(),
    /** Staff took it out of sight, and why. */
    hidden_at: at(),
    hidden_reason: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('ratings_once').on(t.subject_kind, t.subject_id, t.from_id, t.to_id),
    index('ratings_of_user').on(t.to_id, t.id.desc().nullsFirst()).where(sql`${t.shown_at} is not null and ${t.hidden_at} is null`),
    index('ratings_hidden').on(t.created_at, t.id).where(sql`${t.hidden_at} is not null`),
    index('ratings_about').on(t.to_id, t.id.desc().nullsFirst()),
    index('ratings_by_user').on(t.from_id, t.id.desc().nullsFirst()),
    index('ratings_blind').on(t.created_at).where(sql`${t.shown_at} is null`),
    index('ratings_by_time').on(t.created_at, t.id),
    check('ratings_stars', sql`${t.stars} between 1 and 5`),
    check('ratings_two', sql`${t.from_id} <> ${t.to_id}`),
    check('ratings_subject', sql`${t.subject_kind} in ('demand', 'request')`),
  ],
);

/** The sums of what is shown of somebody, so that a card costs one row. */
export const rating_sums = pgTable(
  'rating_sums',
  {
    user_id: ref().primaryKey(),
    count: integer().notNull(),
    stars: integer().notNull(),
  },
  (t) => [check('rating_sums_not_negative', sql`${t.count} >= 0 and ${t.stars} between ${t.count} and ${t.count} * 5`)],
);
