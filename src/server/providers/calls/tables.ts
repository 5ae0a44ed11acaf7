import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id } from '../../db/columns.ts';

/** The sandbox call-masking provider's own books: which number leads from whom to whom, until when. */
export const sandbox_calls = pgTable(
  'sandbox_calls',
  {
    id: id(),
    bind_no: text().notNull(),
    x_number: text().notNull(),
    caller: text().notNull(),
    callee: text().notNull(),
    title: text().notNull(),
    /** Calls that were made. */
    rung: integer().notNull().default(0),
    created_at: created(),
    expires_at: at().notNull(),
  },
  (t) => [uniqueIndex('sandbox_calls_no').on(t.bind_no), index('sandbox_calls_of_x').on(t.x_number)],
);
