import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { InvoiceWish } from '#contract/invoice-wish.ts';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** What the next invoice says once this one is reversed, and who asked for it. */
export interface Correction extends InvoiceWish {
  reason: string;
  by_staff: boolean;
}

/** A number and file that were recorded by mistake. */
interface PastFile {
  red: boolean;
  number: string;
  file_key: string;
  reason: string;
  /** Unix seconds, when the right one took its place. */
  at: number;
}

/** Invoices (发票) that buyers asked for. An order has one that is alive; a refused, withdrawn or reversed one makes room for another. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    invoice_no: text().notNull(),
    order_id: ref().notNull(),
    orderid: text().notNull(),
    user_id: ref().notNull(),
    /** personal, company */
    holder: text().notNull(),
    title: text().notNull(),
    /** Empty for persons. */
    tax_no: text().notNull().default(''),
    mail: text().notNull(),
    /** What was on the order. */
    content: text().notNull(),
    amount_fen: fen().notNull(),
    /** asked, issued, refused, withdrawn, red_due, red */
    status: text().notNull().default('asked'),
    reason: text().notNull().default(''),
    /** Number of the tax authority, and the file. */
    number: text().notNull().default(''),
    file_key: text().notNull().default(''),
    red_number: text().notNull().default(''),
    red_file_key: text().notNull().default(''),
    /** It was issued over a wrong title: the red letter makes another one over this. */
    correction: jsonb().$type<Correction>(),
    /** The reversed one whose place it took. */
    replaces_id: ref(),
    past_files: jsonb().$type<PastFile[]>().notNull().default([]),
    created_at: created(),
    issued_at: at(),
    red_at: at(),
  },
  (t) => [
    uniqueIndex('invoices_no').on(t.invoice_no),
    uniqueIndex('invoices_one_alive').on(t.order_id).where(sql`${t.status} in ('asked', 'issued', 'red_due')`),
    index('invoices_of_order').on(t.order_id, t.id),
    index('invoices_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    index('invoices_of_orderid').on(t.orderid),
    index('invoices_of_title').on(t.title),
    index('invoices_of_tax').on(t.tax_no),
    index('invoices_of_number').on(t.number),
    index('invoices_of_red_number').on(t.red_number),
    index('invoices_by_time').on(t.created_at, t.id),
    index('invoices_by_status').on(t.status, t.created_at, t.id),
    check('invoices_amount', sql`${t.amount_fen} > 0`),
    check('invoices_holder', sql`${t.holder} in ('personal', 'company')`),
    check('invoices_status', sql`${t.status} in ('asked', 'issued', 'refused', 'withdrawn', 'red_due', 'red')`),
  ],
);
