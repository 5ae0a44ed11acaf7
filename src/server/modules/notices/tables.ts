import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** What the site tells one user. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    user_id: ref().notNull(),
    /** What it is about: a topic of contract/notice.ts. */
    topic: text().notNull(),
    title: text().notNull(),
    content: text().notNull().default(''),
    /** Path on this site; empty: leads nowhere. */
    href: text().notNull().default(''),
    /** The item that it tells of, if one. */
    item_id: ref(),
    /** The same key is the same notice to this user, however often it is sent. */
    key: text().notNull(),
    read_at: at(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('notices_once').on(t.user_id, t.key),
    index('notices_of_user').on(t.user_id, t.id.desc()),
    index('notices_unread').on(t.user_id, t.id.desc()).where(sql`${t.read_at} is null`),
    index('notices_of_works').on(t.user_id, t.topic, t.id.desc()).where(sql`${t.item_id} is not null`),
  ],
);
