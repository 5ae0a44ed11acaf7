import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const site_settings = pgTable('site_settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updated_by: bigint({ mode: 'number' }),
});
