import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** By which somebody shows the pages of a work, or a document of their own, to a client of theirs, or a conversation with the assistant to anybody. */
export const client_links = pgTable(
  'client_links',
  {
    id: id(),
    /** Of its address; it cannot be guessed. */
    code: text().notNull(),
    user_id: ref().notNull(),
    /** One of the three. */
    item_id: ref(),
    paper_id: ref(),
    conversation_id: ref(),
    /** Of a document: the works that it stands on are named. */
    sources: boolean().notNull().default(false),
    title: text().notNull(),
    /** How its maker signs, and the address of their picture. */
    name: text().notNull(),
    logo: text().notNull().default(''),
    note: text().notNull().default(''),
    /** argon2id; null: none is asked for. */
    password_hash: text(),
    /** 0: as many as come. */
    view_most: integer().notNull().default(0),
    view_num: integer().notNull().default(0),
    /** Null: of a conversation, it has no end. */
    ends_at: at(),
    revoked_at: at(),
    /** By staff. */
    stopped_at: at(),
    stopped_reason: text().notNull().default(''),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('client_links_code').on(t.code),
    uniqueIndex('client_links_talk').on(t.conversation_id),
    index('client_links_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    index('client_links_of_item').on(t.item_id, t.id),
    index('client_links_by_time').on(t.created_at, t.id),
    index('client_links_by_end').on(t.ends_at),
    index('client_links_revoked').on(t.id).where(sql`${t.revoked_at} is not null`),
    index('client_links_stopped').on(t.id).where(sql`${t.stopped_at} is not null`),
    check('client_links_one', sql`num_nonnulls(${t.item_id}, ${t.paper_id}, ${t.conversation_id}) = 1`),
    check('client_links_end', sql`${t.ends_at} is not null or ${t.conversation_id} is not null`),
    check('client_links_views', sql`${t.view_num} >= 0 and ${t.view_most} >= 0`),
  ],
);

/** A browser that opened one, for a day. */
export const client_views = pgTable(
  'client_views',
  {
    id: id(),
    link_id: ref()
      .notNull()
      .references(() => client_links.id, { onDelete: 'cascade' }),
    /** sha256 of the browser's cookie of this link. */
    visitor: text().notNull(),
    /** The maker's own look, which does not count. */
    own: boolean().notNull().default(false),
    device: text().notNull().default(''),
    pages: integer().array().notNull().default(sql`'{}'`),
    opened_at: created(),
    seen_at: created(),
    ends_at: at().notNull(),
  },
  (t) => [
    index('client_views_of_link').on(t.link_id, t.id.desc().nullsFirst()),
    index('client_views_of_visitor').on(t.link_id, t.visitor, t.ends_at.desc().nullsFirst()),
    index('client_views_by_time').on(t.opened_at),
  ],
);
