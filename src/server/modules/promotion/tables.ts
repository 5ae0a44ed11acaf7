import { boolean, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/**
 * What the operator advertises on our own pages. type: 9 the pop-up of the whole site, 12 detail pages (spec 7), 20 pop-ups of columns,
 * 21 the register banner, 22 the claim pop-up, 23 the VIP upgrade pop-up, 24 the hub /hmh, 25 announcements (ours).
 */
export const banners = pgTable(
  'banners',
  {
    id: id(),
    type: smallint().notNull(),
    title: text().notNull(),
    /** A second line; may be empty. */
    summary: text().notNull().default(''),
    /** Path of a picture of ours; empty: title and summary are drawn. */
    picture: text().notNull().default(''),
    /** Path of ours that it leads to. */
    url: text().notNull(),
    sort: integer().notNull().default(0),
    is_on: boolean().notNull().default(true),
    starts_at: at(),
    ends_at: at(),
    /** Column of a pop-up (spec 4.4), type of the hub, or level of an announcement. */
    place: smallint().notNull().default(0),
    /** 1 once a day, 2 once a session, 3 once a week (spec 4.4). */
    frequency_type: smallint().notNull().default(1),
    /** 1 new window, 2 same. */
    target: smallint().notNull().default(2),
    /** Seconds until a pop-up may be closed. */
    countdown: smallint().notNull().default(0),
    /** all, visitor, new, member, vip, publisher */
    audience: text().notNull().default('all'),
    show_num: integer().notNull().default(0),
    click_num: integer().notNull().default(0),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [index('banners_of_type').on(t.type, t.sort)],
);

/** How often something was on a reader's screen, by Shanghai day. type: 10 items in rails (spec 7). */
export const exposures = pgTable(
  'exposures',
  { day: date().notNull(), type: smallint().notNull(), rid: ref().notNull(), num: integer().notNull().default(0) },
  (t) => [primaryKey({ columns: [t.day, t.type, t.rid] })],
);

/** Accounts since gifts exist: who is new, and who has seen the gifts (spec 2.5). */
export const new_readers = pgTable('new_readers', { user_id: ref().primaryKey(), registered_at: created(), gift_taken_at: at() });

/** Gifts of new accounts, by their place in the dialog. */
export const gifts = pgTable('gifts', {
  place: smallint().primaryKey(),
  name: text().notNull(),
  title: text().notNull(),
  summary: text().notNull().default(''),
  btn: text().notNull(),
  /** 1 to 3 lead to an address, 4 and 5 show a QR (spec 2.5). */
  type: smallint().notNull(),
  /** Path of ours, or the text of the QR. */
  target: text().notNull(),
});
