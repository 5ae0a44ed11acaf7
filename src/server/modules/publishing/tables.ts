import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ArticleDoc } from '#contract/article.ts';
import type { FileContents } from '#contract/design-contents.ts';
import type { FilmFacts, ItemForm } from '#contract/publish.ts';
import { at, counter, created, id, ref } from '../../db/columns.ts';

/** A stored original or picture. Its content never changes. */
export const files = pgTable(
  'files',
  {
    id: id(),
    owner_id: ref().notNull(),
    /** The one item it belongs to, from the first draft that names it: pictures and their removal are never shared. */
    item_id: ref(),
    /** Key in private storage; of a picture: the base key of its widths. */
    key: text().notNull(),
    name: text().notNull(),
    size_bytes: bigint({ mode: 'number' }).notNull(),
    /** Of the bytes as they arrived. */
    sha256: text().notNull(),
    /** Of the same bytes, as archives want it; null until the first asks. */
    crc32: bigint({ mode: 'number' }),
    /** pdf, pptx, png, jpeg, webp: found by content, not by name. */
    type: text().notNull(),
    /** Of pictures, px. */
    width: integer().notNull().default(0),
    height: integer().notNull().default(0),
    /** Of pictures: a blurred picture of at most 60 bytes, as base64 (thumbhash); empty: none was made. */
    placeholder: text().notNull().default(''),
    /** Of pictures: 64 bits that are alike for pictures that look alike. */
    look: bigint({ mode: 'bigint' }),
    /** Of films. */
    film: jsonb().$type<FilmFacts>(),
    /** Of a file that is sold as it came: what is in it. */
    contents: jsonb().$type<FileContents>(),
    created_at: created(),
    /** When cleaning first found that no draft and no item names it; null while one does. */
    unused_since: at(),
  },
  (t) => [
    // four bands of 16 bits: looks that differ in three bits or fewer share one of them
    index('files_look_1').on(sql`((${t.look} >> 48) & 65535)`).where(sql`${t.look} is not null`),
    index('files_look_2').on(sql`((${t.look} >> 32) & 65535)`).where(sql`${t.look} is not null`),
    index('files_look_3').on(sql`((${t.look} >> 16) & 65535)`).where(sql`${t.look} is not null`),
    index('files_look_4').on(sql`(${t.look} & 65535)`).where(sql`${t.look} is not null`),
    uniqueIndex('files_key').on(t.key),
    index('files_of_owner').on(t.owner_id),
    index('files_of_item').on(t.item_id),
  ],
);

/** A signed upload that may be resumed until it expires. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    owner_id: ref().notNull(),
    /** Public name of the upload, random. */
    upload_key: text().notNull(),
    name: text().notNull(),
    /** One of UPLOAD_PURPOSES; scheme: a document of the first release. */
    purpose: text().notNull(),
    /** Its pages are made behind those of everybody else. */
    background: boolean().notNull().default(false),
    size_bytes: bigint({ mode: 'number' }).notNull(),
    received_bytes: counter(),
    /** open, done, refused */
    status: text().notNull().default('open'),
    refusal: text().notNull().default(''),
    file_id: ref(),
    created_at: created(),
    expires_at: at().notNull(),
  },
  (t) => [uniqueIndex('uploads_key').on(t.upload_key), index('uploads_expiring').on(t.expires_at)],
);

/** Where the pages of an original stand: for the progress bar and for resuming after a crash. */
export const renderings = pgTable(
  'renderings',
  {
    file_id: ref()
      .primaryKey()
      .references(() => files.id),
    /** waiting, converting, rendering, done, failed */
    status: text().notNull().default('waiting'),
    done_pages: integer().notNull().default(0),
    page_count: integer().notNull().default(0),
    /** Grows with every worker that takes it up: an older one that wakes again finds itself replaced. */
    attempt: integer().notNull().default(0),
    /** Runs in a row that something in this program ended and that brought no page; kills and faults of the machine are none. */
    failures: smallint().notNull().default(0),
    failure: text().notNull().default(''),
    /** No user waits for it: people's files go first. */
    background: boolean().notNull().default(false),
    /** Signs of life of the worker; silent for longer means that it died. */
    updated_at: created(),
  },
  (t) => [index('renderings_open').on(t.status, t.updated_at)],
);

/** Rendered pages of an original, in private storage under `key`. */
export const file_pages = pgTable(
  'file_pages',
  {
    file_id: ref()
      .notNull()
      .references(() => files.id),
    page_no: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    key: text().notNull(),
    text: text().notNull(),
    /** Hash of its widest picture; empty: it was drawn before there were any. */
    mark: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.file_id, t.page_no] })],
);

/** What a draft with a document was at some times, so that its writer can go back. */
export const item_draft_versions = pgTable(
  'item_draft_versions',
  {
    id: id(),
    item_id: ref().notNull(),
    title: text().notNull(),
    introduction: text().notNull(),
    body: jsonb().$type<ArticleDoc>().notNull(),
    words: integer().notNull(),
    /** Stored pictures that it names: retained as long as it is. */
    pictures: ref().array().notNull(),
    begun_at: created(),
    saved_at: created(),
  },
  (t) => [index('item_draft_versions_of_item').on(t.item_id, t.id)],
);

/** What the publisher typed last: stored as typed, also while a published item is being edited. */
export const item_drafts = pgTable(
  'item_drafts',
  {
    item_id: ref().primaryKey(),
    owner_id: ref().notNull(),
    /** Named by the browser: sent twice, it is one item. */
    draft_key: text().notNull(),
    form: jsonb().$type<ItemForm>().notNull(),
    file_id: ref(),
    /** What was submitted while its file still became pages: that is published, not what is typed meanwhile. Null: nothing waits. */
    submitted: jsonb().$type<ItemForm>(),
    saved_at: created(),
  },
  (t) => [
    uniqueIndex('item_drafts_key').on(t.owner_id, t.draft_key),
    index('item_drafts_waiting').on(t.item_id).where(sql`submitted is not null`),
  ],
);
