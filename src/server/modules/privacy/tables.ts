import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { at, counter, created, id, ref } from '../../db/columns.ts';

/** Packages of all that we keep of a user, made when they ask. */
export const data_exports = pgTable(
  'data_exports',
  {
    id: id(),
    user_id: ref().notNull(),
    /** waiting, ready, failed, gone */
    state: text().notNull().default('waiting'),
    file_key: text(),
    size_bytes: counter(),
    created_at: created(),
    ready_at: at(),
    /** The file is deleted then. */
    expires_at: at(),
  },
  (t) => [index('data_exports_of_user').on(t.user_id, t.id.desc().nullsFirst()), index('data_exports_ending').on(t.expires_at)],
);

/** Who agreed to which version of which text, or took it back: rows are added, never changed. */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    user_id: ref().notNull(),
    /** A name of contract/consent.ts. */
    name: text().notNull(),
    version: integer().notNull(),
    way: text().notNull(),
    given: boolean().notNull().default(true),
    created_at: created(),
  },
  (t) => [index('consents_of_user').on(t.user_id, t.name, t.id.desc().nullsFirst())],
);
