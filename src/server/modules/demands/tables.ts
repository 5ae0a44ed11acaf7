import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { DemandForm, DemandState, LabelType, Venue, WhoMay } from '#contract/demand.ts';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** What a demand has beside its item, whose id it shares. Columns hold what is published, `form` what is typed. */
export const demands = pgTable(
  'demands',
  {
    item_id: ref().primaryKey(),
    owner_id: ref().notNull(),
    /** As its item says it. */
    title: text().notNull().default(''),
    /** One of DEMAND_STATES; written by `moveDemand` alone. */
    state: text().$type<DemandState>().notNull().default('draft'),
    /** Term of the label, and what the label asked for when it was published; null and 0 before. */
    label_id: ref(),
    label_type: smallint().$type<LabelType | 0>().notNull().default(0),
    event: text().notNull().default(''),
    /** 0: not said. */
    people: integer().notNull().default(0),
    event_on: date({ mode: 'string' }),
    city: text().notNull().default(''),
    venue: text().$type<Venue>().notNull().default(''),
    /** Both null: to be agreed. */
    budget_min_fen: fen(),
    budget_max_fen: fen(),
    who_may: text().$type<WhoMay>().notNull().default('all'),
    /** What a bidder's purse has to cover, of a tender; 0: nothing. */
    deposit_fen: fen().notNull().default(0),
    /** Rises whenever an agreement or an end is left: what bound deposits before does so no more. */
    round: integer().notNull().default(0),
    /** Closed while reports of it wait: its offers bind their deposits until somebody has decided. */
    paused: boolean().notNull().default(false),
    open_days: integer().notNull().default(15),
    opened_at: at(),
    /** When it ends by itself while it is open. */
    closes_at: at(),
    extended: boolean().notNull().default(false),
    form: jsonb().$type<DemandForm>().notNull(),
    /** What waits for the desk; null: nothing does. */
    submitted: jsonb().$type<DemandForm>(),
    /** The step at which its owner left. */
    step: text().notNull().default('what'),
    /** Of one form in one tab, so that saving twice makes one draft. */
    draft_key: text().notNull(),
    reject_reason: text().notNull().default(''),
    created_at: created(),
    saved_at: created(),
  },
  (t) => [
    index('demands_of_owner').on(t.owner_id, t.item_id.desc().nullsFirst()),
    index('demands_ending').on(t.closes_at, t.item_id).where(sql`${t.state} in ('open', 'choosing')`),
    index('demands_titles').on(t.title.op('text_pattern_ops')),
    index('demands_by_type').on(t.label_type, t.item_id),
    index('demands_by_state').on(t.state, t.item_id.desc().nullsFirst()),
    index('demands_of_draft').on(t.owner_id, t.draft_key),
    check('demands_state', sql`${t.state} in ('draft', 'review', 'open', 'choosing', 'agreed', 'done', 'closed', 'expired')`),
    check('demands_deposit', sql`${t.deposit_fen} = 0 or (${t.deposit_fen} > 0 and ${t.label_type} = 3)`),
    check('demands_label_type', sql`${t.label_type} between 0 and 3`),
    check(
      'demands_budget',
      sql`coalesce(${t.budget_min_fen}, 0) >= 0 and coalesce(${t.budget_max_fen}, 0) >= coalesce(${t.budget_min_fen}, 0)`,
    ),
  ],
);

/** Every change of state with who and why. Never changed. */
export const demand_moves = pgTable(
  'demand_moves',
  {
    id: id(),
    demand_id: ref()
      .notNull()
      .references(() => demands.item_id),
    from_state: text().$type<DemandState>().notNull(),
    to_state: text().$type<DemandState>().notNull(),
    /** Null: a job. */
    by_user_id: ref(),
    /** They acted for the platform. */
    by_staff: boolean().notNull().default(false),
    why: text().notNull().default(''),
    at: at().notNull(),
  },
  (t) => [index('demand_moves_of_demand').on(t.demand_id, t.id)],
);

/** Attachments of what is published, in order. */
export const demand_files = pgTable(
  'demand_files',
  {
    demand_id: ref()
      .notNull()
      .references(() => demands.item_id),
    sort: integer().notNull(),
    file_id: ref().notNull(),
    name: text().notNull(),
    size_bytes: ref().notNull(),
  },
  (t) => [primaryKey({ columns: [t.demand_id, t.sort] }), index('demand_files_of_file').on(t.file_id)],
);

/** A label is a term of the second level; the first level is its type. */
export const demand_labels = pgTable(
  'demand_labels',
  {
    term_id: ref().primaryKey(),
    name: text().notNull(),
    /** Short, for cards. */
    label: text().notNull(),
    type: smallint().$type<LabelType>().notNull(),
    shown: boolean().notNull().default(true),
    sort: integer().notNull().default(0),
    updated_at: created(),
  },
  (t) => [check('demand_labels_type', sql`${t.type} between 1 and 3`)],
);
