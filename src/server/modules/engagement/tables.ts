import { index, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { created, id, ref } from '../../db/columns.ts';

/** type: 1 shop, 2 user (spec 7). */
export const follows = pgTable(
  'follows',
  { user_id: ref().notNull(), type: smallint().notNull(), rid: ref().notNull(), created_at: created() },
  (t) => [primaryKey({ columns: [t.user_id, t.type, t.rid] }), index('follows_of_target').on(t.type, t.rid)],
);

/** type: 3 scheme, 9 big case, 10 design, 11 resource case, 12 PPT (spec 4). */
export const collects = pgTable(
  'collects',
  { user_id: ref().notNull(), type: smallint().notNull(), rid: ref().notNull(), created_at: created() },
  (t) => [
    primaryKey({ columns: [t.user_id, t.type, t.rid] }),
    index('collects_newest').on(t.user_id, t.created_at.desc().nullsFirst()),
    index('collects_of_target').on(t.type, t.rid, t.created_at),
  ],
);

export const likes = pgTable(
  'likes',
  { user_id: ref().notNull(), type: smallint().notNull(), rid: ref().notNull(), created_at: created() },
  (t) => [primaryKey({ columns: [t.user_id, t.type, t.rid] })],
);

/** Reports and site feedback (type 99). Staff read them; status: open, done, dismissed. */
export const reports = pgTable(
  'reports',
  {
    id: id(),
    user_id: ref(),
    type: smallint().notNull(),
    rid: ref().notNull(),
    url: text().notNull(),
    mobile: text().notNull(),
    content: text().notNull(),
    detail: jsonb().notNull().default({}),
    status: text().notNull().default('open'),
    /** What staff decide; every report about one item leads to the same row. Null for feedback. */
    reviewable_id: ref(),
    created_at: created(),
  },
  (t) => [
    index('reports_open').on(t.status, t.id),
    index('reports_of_reviewable').on(t.reviewable_id),
    index('reports_of_user').on(t.user_id),
  ],
);

/** What a signed-in reader saw, newest first, one row an item. type as in the footprint table of the shell specification. */
export const footprints = pgTable(
  'footprints',
  { user_id: ref().notNull(), type: smallint().notNull(), rid: ref().notNull(), seen_at: created() },
  (t) => [primaryKey({ columns: [t.user_id, t.type, t.rid] }), index('footprints_newest').on(t.user_id, t.seen_at.desc().nullsFirst())],
);
