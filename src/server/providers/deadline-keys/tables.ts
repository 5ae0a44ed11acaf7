import { pgTable, text } from 'drizzle-orm/pg-core';
import { at, created } from '../../db/columns.ts';

/** Key pairs of the keeper on this machine. The moment lies inside the sealed text too, so a changed row opens nothing earlier. */
export const deadline_keys = pgTable('deadline_keys', {
  name: text().primaryKey(),
  public_key: text().notNull(),
  /** Private half and moment, sealed with a secret that is not in the database. */
  sealed: text().notNull(),
  created_at: created(),
  /** When it was handed out first. */
  released_at: at(),
});
