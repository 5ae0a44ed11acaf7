import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** A list's query under a name, for one person. */
export const console_views = pgTable(
  'console_views',
  {
    id: id(),
    user_id: ref().notNull(),
    list: text().notNull(),
    name: text().notNull(),
    /** As it stands in the address. */
    query: text().notNull(),
    created_at: created(),
  },
  (t) => [uniqueIndex('console_views_name').on(t.user_id, t.list, t.name)],
);

/** One action on many rows, carried out by a job. */
export const console_runs = pgTable(
  'console_runs',
  {
    id: id(),
    list: text().notNull(),
    action: text().notNull(),
    reason: text().notNull(),
    started_by: ref().notNull(),
    /** running, done */
    status: text().notNull().default('running'),
    created_at: created(),
    finished_at: at(),
  },
  (t) => [
    index('console_runs_of_person').on(t.started_by, t.id.desc().nullsFirst()),
    check('console_runs_status', sql`${t.status} in ('running', 'done')`),
  ],
);

/** The rows of a run, fixed when it was started: what is counted is what is done. */
export const console_run_rows = pgTable(
  'console_run_rows',
  {
    run_id: ref()
      .notNull()
      .references(() => console_runs.id),
    target: text().notNull(),
    place: integer().notNull(),
    /** waiting, done, failed */
    status: text().notNull().default('waiting'),
    message: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.run_id, t.place] }),
    index('console_run_rows_waiting').on(t.run_id, t.place).where(sql`${t.status} = 'waiting'`),
    check('console_run_rows_status', sql`${t.status} in ('waiting', 'done', 'failed')`),
  ],
);
