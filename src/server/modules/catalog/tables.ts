import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { FieldValues } from '#contract/fields.ts';
import type { ItemStatus, ShownFilm } from '#contract/publish.ts';
import { at, counter, created, fen, id, ref } from '../../db/columns.ts';

/** What lists filter by, plain columns first: an index compares those fastest. */
const FILTERED_BY = ['category_id', 'category_sub_id', 'price_fen', 'vip_only', 'format', 'term_ids', 'tag_ids'] as const;
const filteredBy = (t: Record<(typeof FILTERED_BY)[number], AnyPgColumn>) => FILTERED_BY.map((name) => t[name]);

/** What is sold or shown, of every kind; one id space, so an id names one item everywhere. */
export const items = pgTable(
  'items',
  {
    id: id(),
    /** `code` of a kind in contract/kinds.ts. */
    kind: smallint().notNull(),
    publisher_id: ref().notNull(),
    shop_id: ref(),
    title: text().notNull(),
    introduction: text().notNull().default(''),
    /** draft, rendering, reviewing, rejected, scheduled, published, taken_down, failed */
    status: text().$type<ItemStatus>().notNull(),
    /** Why a reviewer gave it back, for its publisher. */
    reject_reason: text().notNull().default(''),
    price_fen: fen().notNull().default(0),
    org_price_fen: fen().notNull().default(0),
    /** With the licence of a company; 0: it is not sold with one. `exclusive`: its publisher talks about it. */
    company_fen: fen().notNull().default(0),
    exclusive: boolean().notNull().default(false),
    /** Only members may have it (spec 4). */
    vip_only: boolean().notNull().default(false),
    category_id: ref(),
    category_sub_id: ref(),
    /** pdf, pptx */
    format: text().notNull().default(''),
    /** What was chosen of the kind's own facets: industry, activity, style ... one a facet. */
    term_ids: ref().array().notNull().default([]),
    tag_ids: ref().array().notNull().default([]),
    /**
     * Everything a list can filter by, as codes: ids of the terms above (one id space) and the codes below zero of `rules.ts` for price
     * class, format and what the kind adds. Written by the verbs. See docs/decisions/0011-lists-by-facet-codes.md.
     */
    facets: ref().array().notNull().default([]),
    /** Key of the cover picture in public storage; empty: none yet. */
    cover_key: text().notNull().default(''),
    cover_width: integer().notNull().default(0),
    cover_height: integer().notNull().default(0),
    /** What of the cover must be seen where it is cut: '30 60', percent from left and top; empty: its middle. */
    cover_focus: text().notNull().default(''),
    view_num: counter(),
    like_num: counter(),
    collect_num: counter(),
    download_num: counter(),
    sale_num: counter(),
    /** Order of 推荐: written by a job from counters and age. */
    hot_score: counter(),
    published_at: at(),
    /** Ratings that are shown and counted, their stars together, and hundredths of the smoothed mean (0: too few). Written by `setItemRating` alone. */
    rating_num: integer().notNull().default(0),
    rating_sum: integer().notNull().default(0),
    rating_score: integer().notNull().default(0),
    /** When it is to appear, as its publisher chose; null: as soon as it may. */
    publish_at: at(),
    /** When it ends by itself, of kinds that do; lists can order by it. Null: it does not. */
    ends_at: at(),
    /** What a year of a job pays at least; lists of jobs can order by it. 0: it is not said. */
    pay_fen: fen().notNull().default(0),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [
    check('items_company_price', sql`${t.company_fen} = 0 or ${t.company_fen} between ${t.price_fen} + 1 and 1000000000`),
    check('items_price', sql`${t.price_fen} >= 0 and ${t.price_fen} <= 1000000000 and ${t.org_price_fen} >= 0`),
    check(
      'items_counters',
      sql`${t.view_num} >= 0 and ${t.like_num} >= 0 and ${t.collect_num} >= 0 and ${t.download_num} >= 0 and ${t.sale_num} >= 0`,
    ),
    index('items_of_publisher').on(t.publisher_id, t.id.desc().nullsFirst()),
    index('items_of_shop').on(t.shop_id, t.id.desc().nullsFirst()).where(sql`${t.shop_id} is not null`),
    // the reviewers' queue is short whatever the catalog's size
    index('items_held').on(t.kind, t.updated_at, t.id).where(sql`${t.status} = 'reviewing'`),
    // the console's lists: of a kind, of what is not published, by the beginning of a title
    index('items_of_kind').on(t.kind, t.id),
    index('items_created').on(t.created_at, t.id),
    index('items_unpublished').on(t.status, t.id).where(sql`${t.status} <> 'published'`),
    index('items_titles').on(t.title.op('text_pattern_ops')),
    index('items_scheduled').on(t.publish_at).where(sql`${t.status} = 'scheduled'`),
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
    // both directions; an expression, so that a filter by price does not lead the planner here for another order
    index('items_by_price')
      .on(t.kind, sql`(${t.price_fen} + 0)`, t.id.desc(), ...filteredBy(t))
      .where(sql`${t.status} = 'published'`),
    // what only members have may cost less, or more, than all the rest: a walk over all prices would pass it by
    index('items_for_members_by_price')
      .on(t.kind, sql`(${t.price_fen} + 0)`, t.id.desc(), ...filteredBy(t))
      .where(sql`${t.status} = 'published' and ${t.vip_only}`),
    index('items_by_end')
      .on(t.kind, t.ends_at, t.id.desc(), ...filteredBy(t))
      .where(sql`${t.status} = 'published' and ${t.ends_at} is not null`),
    // only what has ratings enough
    index('items_by_rating')
      .on(t.kind, t.rating_score.desc(), t.id.desc(), ...filteredBy(t))
      .where(sql`${t.status} = 'published' and ${t.rating_score} > 0`),
    index('items_by_pay')
      .on(t.kind, t.pay_fen.desc(), t.id.desc(), ...filteredBy(t))
      .where(sql`${t.status} = 'published' and ${t.pay_fen} > 0`),
    // rare combinations: items_by_facet in guards.sql, which needs a function
  ],
);

/** The file that an item sells or shows, of any kind. */
export const item_files = pgTable(
  'item_files',
  {
    item_id: ref()
      .primaryKey()
      .references(() => items.id),
    /** The original in private storage. */
    file_id: ref(),
    file_size_bytes: counter(),
    page_count: integer().notNull().default(0),
    /** Pages that everybody may see. */
    free_pages: integer().notNull().default(0),
    /** Text of the pages for preview and search, one string a page. */
    page_texts: text().array().notNull().default([]),
    /** What changed, as its publisher says: for the version that comes of it. */
    change_note: text().notNull().default(''),
  },
  // cleaning asks who sells a file
  (t) => [index('item_files_of_file').on(t.file_id).where(sql`${t.file_id} is not null`)],
);

/**
 * The stored originals of what a picture kind shows, in order. What is seen of the pictures stands in `item_pages` under the same number:
 * free and locked ones, viewer and public copies are those of documents.
 */
export const item_media = pgTable(
  'item_media',
  {
    item_id: ref()
      .notNull()
      .references(() => items.id),
    sort: integer().notNull(),
    /** picture, video */
    type: text().notNull(),
    file_id: ref().notNull(),
    /** Key of the original in private storage. */
    key: text().notNull(),
    /** As the publisher called it. */
    name: text().notNull().default(''),
    size_bytes: counter(),
    /** Of a film. */
    film: jsonb().$type<ShownFilm>(),
  },
  (t) => [
    primaryKey({ columns: [t.item_id, t.sort] }),
    index('item_media_of_file').on(t.file_id),
    index('item_media_films').on(t.key).where(sql`${t.type} = 'video'`),
  ],
);

/** What only the item's kind has (docs/decisions/0070-own-fields-as-json.md), checked by the fields of `KINDS`. */
export const item_details = pgTable(
  'item_details',
  {
    item_id: ref()
      .primaryKey()
      .references(() => items.id),
    fields: jsonb().$type<FieldValues>().notNull().default({}),
  },
  // which cases name a resource
  (t) => [
    index('item_details_of_resource').on(sql`((${t.fields} ->> 'resource_id')::bigint)`),
    // which talks name a salon
    index('item_details_of_salon').on(sql`((${t.fields} ->> 'salon_id')::bigint)`),
    // jobs that end by themselves
    index('item_details_deadline').on(sql`(${t.fields} ->> 'deadline')`).where(sql`${t.fields} ->> 'deadline' <> ''`),
  ],
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
    /** As in files; empty: none. */
    placeholder: text().notNull().default(''),
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
    /** Published items under it; maintained by a job. */
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
  cover_width: integer().notNull().default(1440),
  cover_height: integer().notNull().default(900),
  /** False: staff took it off the site. */
  shown: boolean().notNull().default(true),
  item_num: counter(),
  created_at: created(),
  updated_at: created(),
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
