import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { counter, created, id, ref } from '../../db/columns.ts';

/** Shops of suppliers, one an owner. */
export const shops = pgTable(
  'shops',
  {
    id: id(),
    owner_id: ref().notNull(),
    name: text().notNull(),
    /** Key of the picture in public storage; empty: none. */
    logo_key: text().notNull().default(''),
    logo_width: integer().notNull().default(0),
    logo_height: integer().notNull().default(0),
    cover_key: text().notNull().default(''),
    cover_width: integer().notNull().default(0),
    cover_height: integer().notNull().default(0),
    introduction: text().notNull().default(''),
    /** Second level of SHOP_CATEGORIES (contract/shop.ts). */
    category: smallint().notNull(),
    /** Numbers of contract/regions.ts. */
    province: smallint().notNull(),
    city: smallint(),
    /** Year of foundation. */
    established: smallint(),
    /** Unified social credit code; empty: none, and readers are warned. */
    licence: text().notNull().default(''),
    is_vip: boolean().notNull().default(false),
    is_gold: boolean().notNull().default(false),
    /** Keys of SHOP_LABELS. */
    labels: text().array().notNull().default([]),
    /** What the owner says of the service, in short words. */
    marks: text().array().notNull().default([]),
    site: text().notNull().default(''),
    res_num: counter(),
    case_num: counter(),
    view_num: counter(),
    focus_num: counter(),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [
    check('shops_counters', sql`${t.res_num} >= 0 and ${t.case_num} >= 0 and ${t.view_num} >= 0 and ${t.focus_num} >= 0`),
    uniqueIndex('shops_of_owner').on(t.owner_id),
    index('shops_by_time').on(t.created_at, t.id),
    index('shops_gold').on(t.id).where(sql`${t.is_gold}`),
    index('shops_vip').on(t.id).where(sql`${t.is_vip}`),
    index('shops_bare').on(t.id).where(sql`${t.licence} = ''`),
    index('shops_names').on(t.name.op('text_pattern_ops')),
  ],
);
