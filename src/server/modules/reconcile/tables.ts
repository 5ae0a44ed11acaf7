import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** One comparison of a day's books with the provider's bill; the newest of a day counts. */
export const bill_runs = pgTable(
  'bill_runs',
  {
    id: id(),
    /** Shanghai day, YYYY-MM-DD. */
    day: text().notNull(),
    provider: text().notNull(),
    /** Lines of the bill; null: the provider gave none, see `fault`. */
    lines: integer(),
    payments: integer().notNull(),
    repaired: integer().notNull(),
    differences: integer().notNull(),
    fault: text().notNull().default(''),
    /** Fees by the bill, fen by channel; null: the bill does not say. */
    fees: jsonb().$type<Record<string, number>>(),
    created_at: created(),
  },
  (t) => [uniqueIndex('bill_runs_day').on(t.day, t.provider)],
);

/** What did not agree: open until a later run finds it gone or staff note what became of it. */
export const bill_differences = pgTable(
  'bill_differences',
  {
    id: id(),
    /** See DIFFERENCES in rules.ts. */
    kind: text().notNull(),
    /** Number of the payment, refund, order, transfer or account. */
    subject: text().notNull(),
    day: text().notNull(),
    /** Null where the one side knows nothing. */
    ours_fen: fen(),
    theirs_fen: fen(),
    detail: text().notNull().default(''),
    /** open, gone, noted */
    status: text().notNull().default('open'),
    note: text().notNull().default(''),
    noted_by: ref(),
    created_at: created(),
    ended_at: at(),
  },
  (t) => [
    uniqueIndex('bill_differences_open').on(t.kind, t.subject).where(sql`${t.status} = 'open'`),
    index('bill_differences_of_subject').on(t.subject),
    index('bill_differences_by_status').on(t.status, t.created_at, t.id),
    index('bill_differences_by_time').on(t.created_at, t.id),
    check('bill_differences_status', sql`${t.status} in ('open', 'gone', 'noted')`),
  ],
);
