import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** Where people want parcels sent. */
export const addresses = pgTable(
  'addresses',
  {
    id: id(),
    user_id: ref().notNull(),
    receiver: text().notNull(),
    tel: text().notNull(),
    province: text().notNull(),
    /** '' where the province has no cities of its own. */
    city: text().notNull(),
    detail: text().notNull(),
    is_default: boolean().notNull().default(false),
    created_at: created(),
    updated_at: at().notNull(),
  },
  (t) => [index('addresses_of_user').on(t.user_id, t.id), uniqueIndex('addresses_one_default').on(t.user_id).where(sql`${t.is_default}`)],
);
