import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** A user's right to one item, by purchase, voucher, member unlock or advertisement. At most one a user, item and source. */
export const grants = pgTable(
  'grants',
  {
    id: id(),
    user_id: ref().notNull(),
    item_id: ref().notNull(),
    /** purchase, company (by its licence), voucher, member, ad, staff */
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
    // the user too: of a work that thousands have, one reader's rights are found by either index
    index('grants_of_item').on(t.item_id, t.user_id),
    index('grants_by_time').on(t.created_at),
  ],
);

/** Who uses what a company has by its licence, beside its own account: who works there. */
export const library_people = pgTable(
  'library_people',
  { owner_id: ref().notNull(), user_id: ref().notNull(), created_at: created() },
  (t) => [primaryKey({ columns: [t.user_id, t.owner_id] }), index('library_people_of_owner').on(t.owner_id)],
);
