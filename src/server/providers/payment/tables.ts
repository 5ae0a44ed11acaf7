import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';
import type { PaymentFacts } from './port.ts';

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
    status: text().$type<PaymentFacts['status']>().notNull().default('waiting'),
    trade_no: text().notNull().default(''),
    channel: text().notNull().default(''),
    /** No money moves by it: it is a payer's consent to later payments, which `paid` means, until `closed`. */
    is_agreement: boolean().notNull().default(false),
    /** On demand: so many refunds fail before one succeeds. */
    refund_failures: integer().notNull().default(0),
    /** When the payer's phone opened the bill. */
    scanned_at: at(),
    created_at: created(),
    expires_at: at().notNull(),
    paid_at: at(),
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

/**
 * Payments behind our own QR (/pay/CODE) until somebody scans: which provider was chosen, under which number, and its link. At most one
 * provider can take the money of a payment at a time.
 */
export const scan_payments = pgTable(
  'scan_payments',
  {
    id: id(),
    payment_no: text().notNull(),
    /** What the QR says: short, random, dead when the payment ended. */
    code: text().notNull(),
    title: text().notNull(),
    amount_fen: fen().notNull(),
    /** '', wechat, alipay: who may take the money now. */
    channel: text().notNull().default(''),
    /** native, h5, jsapi, wap: how its payer gets there; '' while none was chosen. */
    way: text().notNull().default(''),
    /** sha256 of who pays by jsapi: its link is theirs alone. '' of other ways. */
    payer_hash: text().notNull().default(''),
    /** Grows when another provider or way is chosen, so that no number is used twice at one. */
    attempt: smallint().notNull().default(0),
    /** The provider's link; '' while it is being asked for. */
    link: text().notNull().default(''),
    /** When the provider gave the link: some open for minutes only. */
    link_at: at(),
    /** We closed it: no provider is chosen any more. */
    closed: boolean().notNull().default(false),
    created_at: created(),
    expires_at: at().notNull(),
  },
  (t) => [uniqueIndex('scan_payments_no').on(t.payment_no), uniqueIndex('scan_payments_code').on(t.code)],
);
