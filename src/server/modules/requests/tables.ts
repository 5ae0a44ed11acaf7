import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { RequestPictureKey } from '#contract/request.ts';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** What somebody looks for a planner for: small, quick, answered by talking. */
export const requests = pgTable(
  'requests',
  {
    id: id(),
    asker_id: ref().notNull(),
    title: text().notNull(),
    detail: text().notNull(),
    /** Key of a line of the setting `request_fields`. */
    field: text().notNull(),
    /** Null: open to offers. */
    budget_fen: fen(),
    /** Day of the event in Shanghai; null: not fixed. */
    event_day: date({ mode: 'string' }),
    /** Numbers of contract/regions.ts; null: anywhere. */
    province: smallint(),
    city: smallint(),
    pictures: jsonb().$type<RequestPictureKey[]>().notNull().default([]),
    /** What it is found by. */
    words: text().array().notNull().default([]),
    /** review, open, talking, settled, closed, expired: moved by `moveRequest` alone. */
    state: text().notNull(),
    /** How many planners may answer, and how many have. */
    planners_max: integer().notNull(),
    planners_num: integer().notNull().default(0),
    /** Whom the asker chose. */
    settled_with: ref(),
    /** Why it was ended, by the user who ended it. */
    reason: text().notNull().default(''),
    /** The asker's id of this wish: the same again is the same request. */
    key: text().notNull(),
    created_at: created(),
    /** Since when the hall shows it. */
    published_at: at(),
    /** Until when it may be answered. */
    closes_at: at().notNull(),
    ended_at: at(),
  },
  (t) => [
    uniqueIndex('requests_key').on(t.asker_id, t.key),
    index('requests_of_asker').on(t.asker_id, t.id),
    index('requests_newest').on(t.published_at, t.id).where(sql`${t.state} in ('open', 'talking')`),
    index('requests_newest_of_field').on(t.field, t.published_at, t.id).where(sql`${t.state} in ('open', 'talking')`),
    index('requests_ending').on(t.closes_at, t.id).where(sql`${t.state} in ('open', 'talking')`),
    index('requests_by_time').on(t.created_at, t.id),
    index('requests_by_state').on(t.state, t.id),
    // the hall looks among the open ones, staff among all
    index('requests_words').using('gin', t.words),
    check('requests_state', sql`${t.state} in ('review', 'open', 'talking', 'settled', 'closed', 'expired')`),
    check('requests_ended', sql`(${t.state} in ('settled', 'closed', 'expired')) = (${t.ended_at} is not null)`),
    check('requests_settled', sql`(${t.state} = 'settled') = (${t.settled_with} is not null)`),
    check('requests_planners', sql`${t.planners_num} between 0 and ${t.planners_max}`),
    check('requests_budget', sql`${t.budget_fen} > 0`),
  ],
);

/** A planner who answered; what the two say lies in their conversation. */
export const request_answers = pgTable(
  'request_answers',
  {
    request_id: ref()
      .notNull()
      .references(() => requests.id),
    planner_id: ref().notNull(),
    conversation_id: ref().notNull(),
    /** What it began with; empty: its planner took it back, or closed their account. */
    text: text().notNull(),
    /** talking, settled, declined (also what was taken back) */
    state: text().notNull(),
    /** Day in Shanghai: so many a day. */
    day: date({ mode: 'string' }).notNull(),
    created_at: created(),
  },
  (t) => [
    primaryKey({ columns: [t.request_id, t.planner_id] }),
    index('request_answers_of_planner').on(t.planner_id, t.created_at.desc().nullsFirst()),
    index('request_answers_of_day').on(t.planner_id, t.day),
    check('request_answers_state', sql`${t.state} in ('talking', 'settled', 'declined')`),
  ],
);

/** Every change of a request: who, and why. */
export const request_history = pgTable(
  'request_history',
  {
    id: id(),
    request_id: ref()
      .notNull()
      .references(() => requests.id),
    /** Null: it came into being. */
    from: text(),
    to: text().notNull(),
    /** Null: the site. */
    by: ref(),
    why: text().notNull().default(''),
    created_at: created(),
  },
  (t) => [index('request_history_of').on(t.request_id, t.id)],
);

/** Who says that something is wrong with a request: once a person. */
export const request_reports = pgTable(
  'request_reports',
  {
    request_id: ref()
      .notNull()
      .references(() => requests.id),
    user_id: ref().notNull(),
    reason: text().notNull(),
    created_at: created(),
  },
  (t) => [primaryKey({ columns: [t.request_id, t.user_id] })],
);
