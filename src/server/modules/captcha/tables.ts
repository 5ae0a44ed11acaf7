import { index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id } from '../../db/columns.ts';

/** Pictures of a few letters that people can read. */
export const captchas = pgTable(
  'captchas',
  {
    id: id(),
    key: text().notNull(),
    /** HMAC of key and answer. */
    answer_hash: text().notNull(),
    tries: smallint().notNull().default(0),
    created_at: created(),
    expires_at: at().notNull(),
    used_at: at(),
  },
  (t) => [uniqueIndex('captchas_key').on(t.key), index('captchas_expiring').on(t.expires_at)],
);
