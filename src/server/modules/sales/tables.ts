import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { created, ref } from '../../db/columns.ts';

/** What somebody means to buy together: works, whether they can be bought is asked when they are looked at. */
export const cart_items = pgTable('cart_items', { user_id: ref().notNull(), item_id: ref().notNull(), created_at: created() }, (t) => [
  primaryKey({ columns: [t.user_id, t.item_id] }),
]);
