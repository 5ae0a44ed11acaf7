import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { created, id } from '../../db/columns.ts';

/** The inbox of the sandbox phone. Holds codes as plain text, as a real phone does; empty with a real provider. */
export const sandbox_sms = pgTable(
  'sandbox_sms',
  {
    id: id(),
    mobile: text().notNull(),
    text: text().notNull(),
    code: text().notNull(),
    created_at: created(),
  },
  (t) => [index('sandbox_sms_of_mobile').on(t.mobile, t.id.desc().nullsFirst())],
);
