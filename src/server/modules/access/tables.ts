import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** A user's right to one item, by purchase, voucher, member unlock or advertisement. At most one a user, item and source. */
export const grants = pgTable(
  'grants',
  {
    id: id(),
    user_id: ref().notNull(),
    item_id: ref().notNull(),
    /** purchase, voucher, member, ad, staff */
    source: text().notNull(),
    /** The order, voucher ... behind it. */
    source_id: ref(),
    created_at: created(),
    /** Null: for ever. */
    expires_at: at(),
    revoked_at: at(),
  },
  (t) => [
    uniqueIndex('grants_once').on(t.user_id, t.item_id, t.source),
    index('grants_of_item').on(t.item_id),
    index('grants_by_time').on(t.created_at),
  ],
);
