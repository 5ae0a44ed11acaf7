import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { created, id } from '../../db/columns.ts';

export const site_settings = pgTable('site_settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updated_by: bigint({ mode: 'number' }),
});

/** Every change of a setting: who, when, from what to what. */
export const setting_changes = pgTable(
  'setting_changes',
  {
    id: id(),
    key: text().notNull(),
    /** Null: the default stood. */
    before: jsonb(),
    value: jsonb().notNull(),
    /** Null: the command line or the seed. */
    changed_by: bigint({ mode: 'number' }),
    changed_at: created(),
  },
  (t) => [index('setting_changes_of_key').on(t.key, t.id.desc().nullsFirst())],
);
