import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** What a process did in some minutes; retained for two weeks. */
export const process_samples = pgTable(
  'process_samples',
  {
    id: id(),
    /** Machine and number of the process. */
    process: text().notNull(),
    at: created(),
    /** See ProcessFigures in samples.ts. */
    figures: jsonb().notNull(),
    /** Slow statements of the process since its start, see SlowStatement in db/slow-statements.ts. */
    slow: jsonb().notNull().default([]),
  },
  (t) => [index('process_samples_by_time').on(t.at)],
);

/** Backups and their rehearsals, one row a run. */
export const backup_runs = pgTable(
  'backup_runs',
  {
    id: id(),
    /** backup, rehearsal */
    sort: text().notNull(),
    /** running, done, failed */
    status: text().notNull().default('running'),
    /** File name of the archive; '' before there is one. */
    archive: text().notNull().default(''),
    /** Machine that did it: the archive lies there. */
    machine: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    rows_num: bigint({ mode: 'number' }).notNull().default(0),
    files_num: bigint({ mode: 'number' }).notNull().default(0),
    /** What was found besides, e.g. rows of the main tables. */
    note: text().notNull().default(''),
    /** Why it failed. */
    fault: text().notNull().default(''),
    /** Null: by schedule. */
    asked_by: ref(),
    started_at: created(),
    ended_at: at(),
  },
  (t) => [
    index('backup_runs_by_time').on(t.started_at),
    uniqueIndex('backup_runs_running').on(t.sort).where(sql`${t.status} = 'running'`),
    check('backup_runs_sort', sql`${t.sort} in ('backup', 'rehearsal')`),
    check('backup_runs_status', sql`${t.status} in ('running', 'done', 'failed')`),
  ],
);
