import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** One row a person and Shanghai day. Streaks are counted from these rows. */
export const sign_ins = pgTable(
  'sign_ins',
  {
    id: id(),
    user_id: ref().notNull(),
    day: date().notNull(),
    /** What it brought; 0 for a day that was made up. */
    points: integer().notNull(),
    made_up: boolean().notNull().default(false),
    created_at: created(),
  },
  (t) => [uniqueIndex('sign_ins_day').on(t.user_id, t.day), check('sign_ins_points', sql`${t.points} >= 0`)],
);

/** A card makes up one missed day. */
export const makeup_cards = pgTable(
  'makeup_cards',
  {
    id: id(),
    user_id: ref().notNull(),
    /** Idempotency: the same key is the same card. */
    key: text().notNull(),
    used_day: date(),
    used_at: at(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('makeup_cards_key').on(t.key),
    index('makeup_cards_free').on(t.user_id, t.id).where(sql`${t.used_at} is null`),
    check('makeup_cards_used', sql`(${t.used_at} is null) = (${t.used_day} is null)`),
  ],
);
