import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** Points as they were given. What is left of a person's lots always equals the ledger's account `point` of that person. */
export const point_lots = pgTable(
  'point_lots',
  {
    id: id(),
    user_id: ref().notNull(),
    points: integer().notNull(),
    left_points: integer().notNull(),
    /** See POINT_REASONS in contract/points.ts. */
    reason: text().notNull(),
    /** Idempotency: the same key is the same gift. */
    key: text().notNull(),
    /** Null: never ends. */
    expires_at: at(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('point_lots_key').on(t.key),
    index('point_lots_of_user').on(t.user_id, t.expires_at, t.id).where(sql`${t.left_points} > 0`),
    index('point_lots_ending').on(t.expires_at, t.id).where(sql`${t.left_points} > 0 and ${t.expires_at} is not null`),
    check('point_lots_left', sql`${t.points} > 0 and ${t.left_points} between 0 and ${t.points}`),
  ],
);

/** What one spending took from one lot, and how much of it went back. */
export const point_uses = pgTable(
  'point_uses',
  {
    id: id(),
    lot_id: ref()
      .notNull()
      .references(() => point_lots.id),
    user_id: ref().notNull(),
    /** Of the spending. */
    key: text().notNull(),
    points: integer().notNull(),
    returned_points: integer().notNull().default(0),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('point_uses_key').on(t.key, t.lot_id),
    check('point_uses_points', sql`${t.points} > 0 and ${t.returned_points} between 0 and ${t.points}`),
  ],
);
