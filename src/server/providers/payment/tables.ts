import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** The sandbox provider's own books: what it was asked to collect and what became of it. Never read by the modules. */
export const sandbox_payments = pgTable(
  'sandbox_payments',
  {
    id: id(),
    payment_no: text().notNull(),
    amount_fen: fen().notNull(),
    currency: text().notNull(),
    title: text().notNull(),
    /** waiting, paid, failed, closed */
    status: text().notNull().default('waiting'),
    trade_no: text().notNull().default(''),
    channel: text().notNull().default(''),
    /** On demand: so many refunds fail before one succeeds. */
    refund_failures: integer().notNull().default(0),
    /** When the payer's phone opened the bill. */
    scanned_at: at(),
    created_at: created(),
    expires_at: at().notNull(),
  },
  (t) => [uniqueIndex('sandbox_payments_no').on(t.payment_no), check('sandbox_payments_amount', sql`${t.amount_fen} > 0`)],
);

export const sandbox_refunds = pgTable(
  'sandbox_refunds',
  {
    id: id(),
    refund_no: text().notNull(),
    sandbox_payment_id: ref()
      .notNull()
      .references(() => sandbox_payments.id),
    amount_fen: fen().notNull(),
    created_at: created(),
  },
  (t) => [uniqueIndex('sandbox_refunds_no').on(t.refund_no), index('sandbox_refunds_of_payment').on(t.sandbox_payment_id)],
);
