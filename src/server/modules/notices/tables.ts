import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, counter, created, id, ref } from '../../db/columns.ts';

/** Notifications of one user. */
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
    /** The item that it is about, if any. */
    item_id: ref(),
    /** The same key is the same notice to this user, however often it is sent. */
    key: text().notNull(),
    read_at: at(),
    /** Place of its last change among all changes of this user's messages (notice_marks). */
    seq: counter(),
    created_at: created(),
  },
  (t) => [
    index('notices_by_seq').on(t.user_id, t.seq),
    uniqueIndex('notices_once').on(t.user_id, t.key),
    index('notices_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    index('notices_unread').on(t.user_id, t.id.desc().nullsFirst()).where(sql`${t.read_at} is null`),
    index('notices_of_works').on(t.user_id, t.topic, t.id.desc().nullsFirst()).where(sql`${t.item_id} is not null`),
  ],
);

/**
 * How far the changes of a user's messages have come. A transaction that changes one locks the row until the commit: places are given in the
 * order in which changes can be seen, so a stream that reads on after its last place misses none.
 */
export const notice_marks = pgTable('notice_marks', {
  user_id: ref().primaryKey(),
  seq: counter(),
  /** The place at which all were read last; 0: never. */
  all_read_seq: counter(),
});

/** How a user wants to be notified of messages besides the site itself. Who has no row has what is so by default. */
export const notice_settings = pgTable(
  'notice_settings',
  {
    user_id: ref().primaryKey(),
    mail: text().notNull().default(''),
    mail_confirmed_at: at(),
    /** Keyed hash of the code that was sent to `mail`. */
    mail_code_hash: text().notNull().default(''),
    mail_code_at: at(),
    mail_tries: integer().notNull().default(0),
    /** `topic:channel` that were chosen against the default. */
    turned_on: text().array().notNull().default([]),
    turned_off: text().array().notNull().default([]),
    quiet_from: smallint().notNull(),
    quiet_to: smallint().notNull(),
    digest: boolean().notNull().default(false),
    /** Wants to be asked what they think of works that they got. */
    ask_rating: boolean().notNull().default(true),
    updated_at: created(),
  },
  (t) => [check('notice_settings_hours', sql`${t.quiet_from} between 0 and 23 and ${t.quiet_to} between 0 and 23`)],
);

/** One message on its way by one channel. */
export const notice_deliveries = pgTable(
  'notice_deliveries',
  {
    id: id(),
    notice_id: ref().notNull(),
    user_id: ref().notNull(),
    /** mail, sms */
    channel: text().notNull(),
    /** waiting, sent, failed (given up), dropped (no longer wanted) */
    status: text().notNull().default('waiting'),
    /** Deliveries of one digest have the same; it never changes. */
    due_at: at().notNull(),
    /** Part of the day's one mail. */
    digest: boolean().notNull().default(false),
    attempts: integer().notNull().default(0),
    next_try_at: at().notNull(),
    ended_at: at(),
    /** What the last attempt ended with. */
    failure: text().notNull().default(''),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('notice_deliveries_once').on(t.notice_id, t.channel),
    index('notice_deliveries_due').on(t.next_try_at).where(sql`${t.status} = 'waiting'`),
    index('notice_deliveries_given_up').on(t.ended_at, t.id).where(sql`${t.status} = 'failed'`),
    index('notice_deliveries_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    check('notice_deliveries_status', sql`${t.status} in ('waiting', 'sent', 'failed', 'dropped')`),
    check('notice_deliveries_channel', sql`${t.channel} in ('mail', 'sms')`),
  ],
);

/** What somebody wrote to all who take part in their salon or course. */
export const circulars = pgTable(
  'circulars',
  {
    id: id(),
    item_id: ref().notNull(),
    /** Made by the form: the same key is the same message. */
    key: text().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    by_user_id: ref().notNull(),
    /** To whom of those who take part. */
    whom: text().notNull().default('all'),
    /** How many people get it. */
    reached: integer().notNull(),
    sent_at: created(),
  },
  (t) => [uniqueIndex('circulars_key').on(t.item_id, t.key), index('circulars_of_item').on(t.item_id, t.id.desc().nullsFirst())],
);
