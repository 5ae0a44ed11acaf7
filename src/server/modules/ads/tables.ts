import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** One showing of an advertisement: for one reader and one item, used once. */
export const ad_views = pgTable(
  'ad_views',
  {
    id: id(),
    /** In the QR code: any holder of it may watch for this reader. */
    request_id: text().notNull(),
    user_id: ref().notNull(),
    item_id: ref().notNull(),
    /** The work that is advertised. */
    film_item_id: ref().notNull(),
    film_title: text().notNull(),
    film_src: text().notNull(),
    /** mp4, webm; empty: a picture that is looked at for the duration. */
    film_type: text().notNull(),
    duration_ms: integer().notNull(),
    watched_ms: integer().notNull().default(0),
    last_beat_at: at(),
    over_at: at(),
    created_at: created(),
    expires_at: at().notNull(),
  },
  (t) => [
    uniqueIndex('ad_views_request').on(t.request_id),
    index('ad_views_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    index('ad_views_of_item').on(t.item_id),
    index('ad_views_by_time').on(t.created_at, t.id),
    check('ad_views_watched', sql`${t.watched_ms} between 0 and ${t.duration_ms} and ${t.duration_ms} > 0`),
  ],
);
