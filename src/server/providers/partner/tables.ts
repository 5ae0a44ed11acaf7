import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { created } from '../../db/columns.ts';

/** Rights that the sandbox partner gave; empty with a real one. */
export const sandbox_partner_rights = pgTable('sandbox_partner_rights', {
  request_no: text().primaryKey(),
  partner: text().notNull(),
  product: text().notNull(),
  months: integer().notNull(),
  phone: text().notNull(),
  revoked: boolean().notNull().default(false),
  created_at: created(),
});
