import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** A round with its prize table; neither changes after it is open. The seed is published when it is closed, its hash from the beginning. */
export const draw_rounds = pgTable(
  'draw_rounds',
  {
    id: id(),
    /** Draw activity of the specification: 6. */
    activity_id: integer().notNull(),
    title: text().notNull(),
    /** open, closed */
    state: text().notNull().default('open'),
    seed: text().notNull(),
    seed_hash: text().notNull(),
    /** The table as it was published, letter by letter. */
    table_text: text().notNull(),
    table_hash: text().notNull(),
    /** Draws so far: each takes the next number. */
    last_number: integer().notNull().default(0),
    ends_at: at().notNull(),
    created_at: created(),
    closed_at: at(),
  },
  (t) => [
    uniqueIndex('draw_rounds_one_open').on(t.activity_id).where(sql`${t.state} = 'open'`),
    index('draw_rounds_by_time').on(t.created_at, t.id),
    check('draw_rounds_state', sql`${t.state} in ('open', 'closed')`),
  ],
);

export const draw_prizes = pgTable(
  'draw_prizes',
  {
    id: id(),
    round_id: ref()
      .notNull()
      .references(() => draw_rounds.id),
    place: smallint().notNull(),
    title: text().notNull(),
    /** 2 membership, 5 goods (spec 3). */
    type: smallint().notNull(),
    covers: text().notNull().default(''),
    covers_hor: text().notNull().default(''),
    weight: integer().notNull(),
    /** Null: there is always one. */
    stock: integer(),
    left_num: integer(),
    /** Place of what is given when none is left. */
    replace: smallint(),
    /** Of a membership: vip_type, days, max_download_pre_day. */
    terms: jsonb().$type<Record<string, number>>().notNull().default({}),
  },
  (t) => [
    uniqueIndex('draw_prizes_place').on(t.round_id, t.place),
    check('draw_prizes_stock', sql`${t.left_num} is null or (${t.left_num} >= 0 and ${t.left_num} <= ${t.stock})`),
    check('draw_prizes_weight', sql`${t.weight} >= 0`),
    check('draw_prizes_end', sql`(${t.stock} is null) = (${t.replace} is null)`),
  ],
);

/** One draw of one order. */
export const draws = pgTable(
  'draws',
  {
    id: id(),
    round_id: ref()
      .notNull()
      .references(() => draw_rounds.id),
    number: integer().notNull(),
    user_id: ref().notNull(),
    order_id: ref().notNull(),
    /** What the drawer threw in. */
    user_seed: text().notNull(),
    /** Place that the draw hit, and place of what was given. */
    hit: smallint().notNull(),
    given: smallint().notNull(),
    type: smallint().notNull(),
    title: text().notNull(),
    /** A membership's end, or the deadline for giving the address. */
    due_time: at().notNull(),
    /** given, unaddressed, addressed, shipped, withdrawn */
    state: text().notNull(),
    receiver: text().notNull().default(''),
    address: text().notNull().default(''),
    tel: text().notNull().default(''),
    /** What staff wrote when it was shipped: carrier and number. */
    shipped_note: text().notNull().default(''),
    shipped_at: at(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('draws_one_an_order').on(t.order_id),
    uniqueIndex('draws_number').on(t.round_id, t.number),
    index('draws_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    index('draws_by_state').on(t.state, t.id),
    index('draws_by_time').on(t.created_at, t.id),
    check('draws_state', sql`${t.state} in ('given', 'unaddressed', 'addressed', 'shipped', 'withdrawn')`),
  ],
);
