import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { created, ref } from '../../../db/columns.ts';
import { items } from '../tables.ts';

/** What an item gave from a moment on: the first row is what its first buyers bought, the last what is sold now. */
export const item_versions = pgTable(
  'item_versions',
  {
    item_id: ref()
      .notNull()
      .references(() => items.id),
    /** From 1. */
    version: integer().notNull(),
    /** The sold original; null for kinds that give pictures. */
    file_id: ref(),
    /** Stored originals of the pictures, in order. */
    picture_ids: ref().array().notNull().default([]),
    /** What changed, as its publisher says; empty: the first one, or the same bytes again. */
    note: text().notNull().default(''),
    /** Drawn pages or pictures; 0: none. */
    page_count: integer().notNull().default(0),
    /** Who had the work got a message, or none was due. */
    is_told: boolean().notNull().default(true),
    published_at: created(),
  },
  (t) => [
    primaryKey({ columns: [t.item_id, t.version] }),
    index('item_versions_untold').on(t.item_id, t.version).where(sql`not ${t.is_told}`),
    // cleaning asks whether a version names a file
    index('item_versions_of_file').on(t.file_id),
    index('item_versions_of_pictures').using('gin', t.picture_ids),
  ],
);
