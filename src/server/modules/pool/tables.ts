import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** A member had something of a publisher by their membership in a Shanghai month (YYYY-MM), once however often. */
export const pool_reads = pgTable(
  'pool_reads',
  {
    month: text().notNull(),
    publisher_id: ref().notNull(),
    reader_id: ref().notNull(),
    /** Found when the month was counted: both accounts are one person's or one company's. */
    linked: boolean().notNull().default(false),
    created_at: created(),
  },
  (t) => [
    primaryKey({ columns: [t.month, t.publisher_id, t.reader_id] }),
    index('pool_reads_of_reader').on(t.reader_id, t.month),
    index('pool_reads_of_publisher').on(t.publisher_id, t.month),
  ],
);

/** A month that was counted, with the settings of that moment. Never changed. */
export const pool_months = pgTable('pool_months', {
  month: text().primaryKey(),
  /** What memberships brought, less what went back in it; not below zero. */
  income_fen: fen().notNull(),
  share_bp: integer().notNull(),
  reader_most_fen: fen().notNull(),
  readers: integer().notNull(),
  /** To all publishers together. */
  given_fen: fen().notNull(),
  created_at: created(),
});

/** What a publisher has of a month. */
export const pool_shares = pgTable(
  'pool_shares',
  {
    id: id(),
    month: text()
      .notNull()
      .references(() => pool_months.month),
    publisher_id: ref().notNull(),
    readers: integer().notNull(),
    amount_fen: fen().notNull(),
    created_at: created(),
    /** In their earnings since then. */
    paid_at: at(),
  },
  (t) => [
    uniqueIndex('pool_shares_once').on(t.month, t.publisher_id),
    index('pool_shares_of_publisher').on(t.publisher_id, t.id.desc().nullsFirst()),
    index('pool_shares_by_time').on(t.created_at, t.id),
    index('pool_shares_paid').on(t.paid_at).where(sql`${t.paid_at} is not null`),
    index('pool_shares_unpaid').on(t.id).where(sql`${t.paid_at} is null`),
    check('pool_shares_amount', sql`${t.amount_fen} > 0 and ${t.readers} > 0`),
  ],
);
