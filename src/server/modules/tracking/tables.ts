import { bigint, date, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { at, counter, created, ref } from '../../db/columns.ts';

/**
 * Events that pages reported of their readers. The migration makes it a table of months (partitions) and gives each month its index by time; rows
 * have no id, nothing points at them, and a month leaves as a whole.
 */
export const track_events = pgTable('track_events', {
  at: at().notNull(),
  /** 1 view, 2 click, 3 order, 4 arrival by a channel. */
  type: smallint().notNull(),
  name: text().notNull(),
  value: text().notNull(),
  page: text().notNull(),
  /** Code of the kind whose page it was; 0: of none. */
  kind: smallint().notNull(),
  item_id: ref(),
  /** Place in `VISIT_SOURCES`. */
  source: smallint().notNull(),
  /** Another site's host, or a path of ours. */
  referer: text().notNull(),
  url: text().notNull(),
  old_url: text().notNull(),
  target_page: text().notNull(),
  channel: text().notNull(),
  orderid: text().notNull(),
  pro: smallint().notNull(),
  /** Null: a reader who asked not to be followed. */
  uuid: uuid(),
  user_id: ref(),
});

/** Whose browser a uuid is, as the last login said. */
export const track_bindings = pgTable('track_bindings', { uuid: uuid().primaryKey(), user_id: ref().notNull(), bound_at: created() });

/** Who was there on a Shanghai day: a uuid, or a number made of a user's id. Retention is counted from it. */
export const track_visitors = pgTable('track_visitors', { day: date().notNull(), person: uuid().notNull() }, (t) => [
  primaryKey({ columns: [t.day, t.person] }),
]);

/** Sums of a day, made from the events and made again whenever asked. kind 0 and channel '*': of all. */
export const track_days = pgTable(
  'track_days',
  {
    day: date().notNull(),
    /** views, visitors, source, page, click, stage, retention */
    what: text().notNull(),
    kind: smallint().notNull(),
    channel: text().notNull(),
    key: text().notNull(),
    num: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.what, t.kind, t.channel, t.key] })],
);

/** Events that were dropped, and why: flood, full, day. */
export const track_drops = pgTable('track_drops', { day: date().notNull(), reason: text().notNull(), num: counter() }, (t) => [
  primaryKey({ columns: [t.day, t.reason] }),
]);
