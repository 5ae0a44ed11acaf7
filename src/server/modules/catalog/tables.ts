import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, counter, created, fen, id, ref } from '../../db/columns.ts';

/** What lists filter by, plain columns first: an index compares those fastest. */
const FILTERED_BY = ['category_id', 'category_sub_id', 'industry_id', 'activity_id', 'price_fen', 'vip_only', 'format', 'tag_ids'] as const;
const filteredBy = (t: Record<(typeof FILTERED_BY)[number], AnyPgColumn>) => FILTERED_BY.map((name) => t[name]);

/** What is sold or shown, of every kind; one id space, so an id names one thing everywhere. */
export const items = pgTable(
  'items',
  {
    id: id(),
    /** 1 scheme; 2 ppt, 3 design, 4 sample ... as they come (see catalog/kinds). */
    kind: smallint().notNull(),
    publisher_id: ref().notNull(),
    shop_id: ref(),
    title: text().notNull(),
    /** draft, rendering, reviewing, rejected, published, taken_down, failed */
    status: text().notNull(),
    price_fen: fen().notNull().default(0),
    org_price_fen: fen().notNull().default(0),
    /** Only members may have it (spec 4). */
    vip_only: boolean().notNull().default(false),
    category_id: ref(),
    category_sub_id: ref(),
    industry_id: ref(),
    activity_id: ref(),
    /** pdf, pptx */
    format: text().notNull().default(''),
    tag_ids: ref().array().notNull().default([]),
    /**
     * Everything a list can filter by, as codes: ids of the terms above (one id space) and the negative codes of `rules.ts` for price
     * class and format. Generated, so it cannot disagree. See docs/decisions/0011-lists-by-facet-codes.md.
     */
    facets: ref()
      .array()
      .notNull()
      .generatedAlwaysAs(
        sql`array_remove(array[category_id, category_sub_id, industry_id, activity_id,
          case when vip_only then -3 when price_fen = 0 then -1 end, case when price_fen > 0 then -2 end,
          case format when 'pdf' then -11 when 'pptx' then -12 end]::bigint[] || tag_ids, null)`,
      ),
    /** Key of the cover picture in public storage; empty: none yet. */
    cover_key: text().notNull().default(''),
    cover_width: integer().notNull().default(0),
    cover_height: integer().notNull().default(0),
    view_num: counter(),
    like_num: counter(),
    collect_num: counter(),
    download_num: counter(),
    sale_num: counter(),
    /** Order of 推荐: written by a job from counters and age. */
    hot_score: counter(),
    published_at: at(),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [
    check('items_price', sql`${t.price_fen} >= 0 and ${t.price_fen} <= 1000000000 and ${t.org_price_fen} >= 0`),
    check(
      'items_counters',
      sql`${t.view_num} >= 0 and ${t.like_num} >= 0 and ${t.collect_num} >= 0 and ${t.download_num} >= 0 and ${t.sale_num} >= 0`,
    ),
    index('items_of_publisher').on(t.publisher_id, t.id.desc()),
    // the reviewers' queue is short whatever the catalog's size
    index('items_held').on(t.kind, t.updated_at, t.id).where(sql`${t.status} = 'reviewing'`),
    // one order each, with all that lists filter by: what does not pass is left behind inside the index, without touching the rows
    index('items_by_hot')
      .on(t.kind, t.hot_score.desc(), t.id.desc(), ...filteredBy(t))
      .where(sql`${t.status} = 'published'`),
    index('items_by_time')
      .on(t.kind, t.published_at.desc(), t.id.desc(), ...filteredBy(t))
      .where(sql`${t.status} = 'published'`),
    index('items_by_download')
      .on(t.kind, t.download_num.desc(), t.id.desc(), ...filteredBy(t))
      .where(sql`${t.status} = 'published'`),
    // rare combinations: items_by_facet in guards.sql, which needs a function
  ],
);

export const scheme_details = pgTable(
  'scheme_details',
  {
    item_id: ref()
      .primaryKey()
      .references(() => items.id),
    introduction: text().notNull().default(''),
    /** The original in private storage. */
    file_id: ref(),
    file_size_bytes: counter(),
    page_count: integer().notNull().default(0),
    /** Pages that everybody may see. */
    free_pages: integer().notNull().default(0),
    /** Text of the pages for preview and search, one string a page. */
    page_texts: text().array().notNull().default([]),
    reject_reason: text().notNull().default(''),
  },
  // cleaning asks who sells a file
  (t) => [index('scheme_details_of_file').on(t.file_id).where(sql`${t.file_id} is not null`)],
);

/** Rendered pages. Those up to free_pages have public copies; the rest leave only through a right. */
export const item_pages = pgTable(
  'item_pages',
  {
    item_id: ref()
      .notNull()
      .references(() => items.id),
    page_no: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Key in storage, without size suffix. */
    key: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.item_id, t.page_no] })],
);

/** Two-level categories, industries and activities: `facet` says which. */
export const terms = pgTable(
  'terms',
  {
    id: id(),
    /** category, industry, activity, tag */
    facet: text().notNull(),
    kind: smallint().notNull().default(1),
    parent_id: ref(),
    name: text().notNull(),
    icon: text().notNull().default(''),
    sort: integer().notNull().default(0),
    /** Published items under it; kept by a job. */
    item_num: counter(),
  },
  (t) => [
    uniqueIndex('terms_name').on(t.kind, t.facet, sql`coalesce(${t.parent_id}, 0)`, t.name),
    index('terms_most_used').on(t.kind, t.facet, t.item_num.desc(), t.id),
  ],
);

export const collections = pgTable('collections', {
  id: id(),
  kind: smallint().notNull().default(1),
  title: text().notNull(),
  introduction: text().notNull().default(''),
  cover_key: text().notNull().default(''),
  item_num: counter(),
  created_at: created(),
});

export const collection_items = pgTable(
  'collection_items',
  {
    collection_id: ref()
      .notNull()
      .references(() => collections.id),
    item_id: ref()
      .notNull()
      .references(() => items.id),
    sort: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.collection_id, t.item_id] }), index('collections_of_item').on(t.item_id)],
);
