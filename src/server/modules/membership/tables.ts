import { date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** What a member has: until when, and how many unlocks a day. vip_type: scheme 1, ppt 2, design 3, sample 4, bidding 5, all 6 (spec 9). */
export const memberships = pgTable(
  'memberships',
  {
    user_id: ref().notNull(),
    vip_type: smallint().notNull(),
    end_time: at().notNull(),
    /** 0 unlimited. */
    max_download_pre_day: integer().notNull().default(0),
    updated_at: created(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.vip_type] })],
);

export const membership_plans = pgTable('membership_plans', {
  id: id(),
  vip_type: smallint().notNull(),
  name: text().notNull(),
  days: integer().notNull(),
  price_fen: fen().notNull(),
  org_price_fen: fen().notNull(),
  max_download_pre_day: integer().notNull().default(0),
  sort: integer().notNull().default(0),
});

/** Uses of a daily right; taken by one conditional statement. */
export const daily_quotas = pgTable(
  'daily_quotas',
  {
    user_id: ref().notNull(),
    /** free_download, scheme_unlock ... */
    name: text().notNull(),
    /** Shanghai day. */
    day: date().notNull(),
    used: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.name, t.day] })],
);
