import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, id, ref } from '../../db/columns.ts';

/** Everything that staff decide: works, reports, verification, withdrawals ... One row a target; a later report reopens it. */
export const reviewables = pgTable(
  'reviewables',
  {
    id: id(),
    /** Name of the reviewable that a module declares: work, report ... */
    type: text().notNull(),
    target_id: ref().notNull(),
    /** open, approved, rejected, dismissed */
    status: text().notNull().default('open'),
    /** Higher is looked at first. */
    score: integer().notNull().default(0),
    /** What the decider wrote. */
    reason: text().notNull().default(''),
    detail: jsonb().notNull().default({}),
    /** Grows with every change: a decision names the version it was made on. */
    version: integer().notNull().default(1),
    opened_at: created(),
    updated_at: created(),
    decided_at: at(),
    decided_by: ref(),
  },
  (t) => [
    uniqueIndex('reviewables_once').on(t.type, t.target_id),
    index('reviewables_open').on(t.type, t.score.desc().nullsFirst(), t.updated_at, t.id).where(sql`${t.status} = 'open'`),
    index('reviewables_by_change').on(t.type, t.status, t.updated_at, t.id),
  ],
);
