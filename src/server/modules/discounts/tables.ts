import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** A publisher's code. How often it was used is counted in the orders that carry it: an order that ends gives its use back. */
export const discount_codes = pgTable(
  'discount_codes',
  {
    id: id(),
    owner_id: ref().notNull(),
    code: text().notNull(),
    /** One of both; 0: the other. */
    percent_off: smallint().notNull().default(0),
    amount_fen: fen().notNull().default(0),
    min_price_fen: fen().notNull().default(0),
    /** The one work or salon that it is for; null: all of its owner's. */
    item_id: ref(),
    starts_at: at().notNull(),
    ends_at: at().notNull(),
    /** 0: as many as come. */
    most: integer().notNull().default(0),
    per_person: integer().notNull().default(1),
    /** By its owner, or by staff, who say why. */
    stopped_at: at(),
    stopped_reason: text().notNull().default(''),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('discount_codes_of_owner').on(t.owner_id, t.code),
    index('discount_codes_by_code').on(t.code),
    index('discount_codes_stopped').on(t.id).where(sql`${t.stopped_at} is not null`),
    index('discount_codes_by_time').on(t.created_at, t.id),
    check('discount_codes_off', sql`(${t.percent_off} between 1 and 90) <> (${t.amount_fen} > 0) and ${t.min_price_fen} >= 0`),
    check('discount_codes_times', sql`${t.most} >= 0 and ${t.per_person} >= 0 and ${t.ends_at} > ${t.starts_at}`),
  ],
);
