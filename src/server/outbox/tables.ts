import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { at, created, id } from '../db/columns.ts';

/** Events written in the transaction that caused them, delivered by a job after commit, at least once. */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    topic: text().notNull(),
    payload: jsonb().notNull(),
    created_at: created(),
    delivered_at: at(),
    /** Failed deliveries so far. */
    attempts: smallint().notNull().default(0),
    /** Earliest next attempt; null: at once. */
    next_try_at: at(),
    /** When it became a dead letter. */
    failed_at: at(),
    last_error: text().notNull().default(''),
  },
  (t) => [
    index('outbox_waiting').on(t.id).where(sql`${t.delivered_at} is null and ${t.failed_at} is null`),
    index('outbox_dead').on(t.id).where(sql`${t.failed_at} is not null`),
  ],
);

/** What staff did, one row an action, written in the same transaction. */
export const audit_log = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey().defaultRandom(),
    actor_id: bigint({ mode: 'number' }).notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    detail: jsonb().notNull(),
    /** Names the request in the logs. */
    request_id: text().notNull().default(''),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('audit_log_by_time').on(t.created_at, t.id),
    index('audit_log_of_actor').on(t.actor_id, t.created_at, t.id),
    index('audit_log_of_action').on(t.action, t.created_at, t.id),
    index('audit_log_of_subject').on(t.subject, t.created_at, t.id),
  ],
);
