import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** What people may do for points, as staff write it. */
export const tasks = pgTable(
  'tasks',
  {
    id: id(),
    title: text().notNull(),
    /** Name of a registered task event. */
    event: text().notNull(),
    about: text().notNull().default(''),
    img: text().notNull().default(''),
    /** Path on this site where it is done. */
    link: text().notNull().default(''),
    /** daily: once a Shanghai day; once: once ever. */
    period: text().notNull(),
    /** How often the act is needed. */
    target: integer().notNull().default(1),
    points: integer().notNull(),
    cards: integer().notNull().default(0),
    is_on: boolean().notNull().default(true),
    sort: integer().notNull().default(0),
    created_at: created(),
    updated_at: at().notNull(),
  },
  (t) => [
    index('tasks_by_time').on(t.updated_at, t.id),
    check('tasks_period', sql`${t.period} in ('daily', 'once')`),
    check('tasks_numbers', sql`${t.target} between 1 and 100 and ${t.points} >= 0 and ${t.cards} >= 0`),
  ],
);

/** One claim a person, task and period. */
export const task_claims = pgTable(
  'task_claims',
  {
    id: id(),
    user_id: ref().notNull(),
    task_id: ref()
      .notNull()
      .references(() => tasks.id),
    /** YYYY-MM-DD in Shanghai, or 'once'. */
    period: text().notNull(),
    /** held: paid when due if the acts still stand; dropped: they were undone; paid. */
    state: text().notNull(),
    event: text().notNull(),
    /** What was done, by names that the event gave: asked about again when it is due. */
    acts: jsonb().$type<string[]>().notNull().default([]),
    points: integer().notNull(),
    cards: integer().notNull(),
    due_at: at().notNull(),
    created_at: created(),
    ended_at: at(),
  },
  (t) => [
    uniqueIndex('task_claims_period').on(t.user_id, t.task_id, t.period),
    index('task_claims_due').on(t.due_at, t.id).where(sql`${t.state} = 'held'`),
    check('task_claims_state', sql`${t.state} in ('held', 'paid', 'dropped')`),
    check('task_claims_ended', sql`(${t.state} = 'held') = (${t.ended_at} is null)`),
  ],
);
