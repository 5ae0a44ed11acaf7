import { date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { created, id, ref } from '../../db/columns.ts';

/** One granted link: what was downloaded, by which right. The quota was taken with it. */
export const download_receipts = pgTable(
  'download_receipts',
  {
    id: id(),
    user_id: ref().notNull(),
    item_id: ref().notNull(),
    /** purchase, voucher, member, ad, free, own, staff */
    right: text().notNull(),
    /** From where: the captcha gate counts by user and by address. */
    address: text().notNull().default(''),
    created_at: created(),
  },
  (t) => [
    index('download_receipts_of_user').on(t.user_id, t.created_at.desc().nullsFirst()),
    index('download_receipts_of_address').on(t.address, t.created_at.desc().nullsFirst()),
    index('download_receipts_of_item').on(t.item_id),
  ],
);

/** First download of an item by a user on a Shanghai day: what counters and quotas count, so that repeating costs nothing. */
export const download_days = pgTable(
  'download_days',
  { user_id: ref().notNull(), item_id: ref().notNull(), day: date().notNull(), created_at: created() },
  (t) => [primaryKey({ columns: [t.user_id, t.item_id, t.day] })],
);
