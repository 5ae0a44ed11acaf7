import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { created, fen, id } from '../../db/columns.ts';

/** The sandbox payout provider's own books. Never read by the modules; keeps no account in plain text. */
export const sandbox_payouts = pgTable(
  'sandbox_payouts',
  {
    id: id(),
    payout_no: text().notNull(),
    amount_fen: fen().notNull(),
    /** paid, failed */
    status: text().notNull(),
    reason: text().notNull().default(''),
    trade_no: text().notNull().default(''),
    /** How often it was asked to pay this number. */
    asked: integer().notNull().default(1),
    created_at: created(),
  },
  (t) => [uniqueIndex('sandbox_payouts_no').on(t.payout_no), check('sandbox_payouts_amount', sql`${t.amount_fen} > 0`)],
);
