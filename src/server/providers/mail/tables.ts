import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { created, id } from '../../db/columns.ts';

/** The mailbox of the sandbox phone; empty with a real mail server. */
export const sandbox_mails = pgTable(
  'sandbox_mails',
  {
    id: id(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    message_id: text().notNull(),
    unsubscribe_url: text().notNull().default(''),
    created_at: created(),
  },
  (t) => [uniqueIndex('sandbox_mails_once').on(t.message_id), index('sandbox_mails_of').on(t.to, t.id.desc().nullsFirst())],
);
