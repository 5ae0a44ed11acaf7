import { sql } from 'drizzle-orm';
import { type Ctx, inTransaction, requireVerb } from '../app/ctx.ts';
import { wakeJob } from '../app/wake-job.ts';
import {
  beginning,
  choiceFilter,
  containing,
  dayFilters,
  type KeysetQuery,
  type KeysetSource,
  numberFilter,
  selectKeyset,
} from '../db/keyset.ts';
import { brokenConstraint } from '../db/pool.ts';
import { conflict, notFound } from '../kernel/errors.ts';
import { subjectsOf } from './audit-subjects.ts';
import { OUTBOX_JOB, recordAudit } from './outbox.ts';

const seconds = (column: string) => sql.raw(`floor(extract(epoch from ${column}))::bigint`);

export interface AuditLine {
  id: string;
  actor_id: number;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
  request_id: string;
  created_at: number;
}

const isAbout = (text: string) => sql`a.subject = any(${sql.param(subjectsOf(text))}::text[])`;

/** What staff did. */
export const auditSource: KeysetSource = {
  select: sql`a.id, a.actor_id, a.action, a.subject, a.detail, a.request_id, ${seconds('a.created_at')} as created_at`,
  from: sql`audit_log a`,
  id: sql`a.id`,
  id_cast: 'uuid',
  filters: {
    actor: numberFilter(sql`a.actor_id`),
    subject: isAbout,
    action: (value) => sql`a.action = ${value}`,
    ...dayFilters(sql`a.created_at`),
  },
  search: (text) => (/^\d{1,15}$/.test(text) ? sql`a.actor_id = ${Number(text)}::bigint` : isAbout(text)),
  orders: {
    new: { by: sql`a.created_at`, cast: 'timestamptz', desc: true },
    old: { by: sql`a.created_at`, cast: 'timestamptz', desc: false },
  },
};

/** The last audit rows about a subject, the newest first. */
export async function auditOf(ctx: Ctx, subject: string, limit: number): Promise<AuditLine[]> {
  const query: KeysetQuery = { filters: { subject }, search: '', order: 'new' };
  const { rows } = await selectKeyset<AuditLine>(ctx.db, auditSource, query, { limit });
  return rows.map(({ row }) => row);
}

export interface EventLine {
  id: number;
  topic: string;
  payload: unknown;
  state: 'delivered' | 'dead' | 'waiting';
  attempts: number;
  last_error: string;
  created_at: number;
  delivered_at: number | null;
}

/** Events of the outbox. */
export const eventSource: KeysetSource = {
  select: sql`e.id, e.topic, e.payload, e.attempts, e.last_error, ${seconds('e.created_at')} as created_at, ${seconds('e.delivered_at')} as delivered_at,
    case when e.delivered_at is not null then 'delivered' when e.failed_at is not null then 'dead' else 'waiting' end as state`,
  from: sql`outbox e`,
  id: sql`e.id`,
  id_cast: 'bigint',
  filters: {
    state: choiceFilter({
      dead: sql`e.failed_at is not null`,
      waiting: sql`e.delivered_at is null and e.failed_at is null`,
      delivered: sql`e.delivered_at is not null`,
    }),
    topic: (value) => sql`e.topic = ${value}`,
  },
  orders: { new: { by: sql`e.id`, cast: 'bigint', desc: true }, old: { by: sql`e.id`, cast: 'bigint', desc: false } },
};

/** Gives one dead letter a new start. @throws AppError 403; 404; 409 when it is not dead */
export async function retryEvent(ctx: Ctx, id: string): Promise<void> {
  requireVerb(ctx, 'jobs.retry');
  await inTransaction(ctx, async (tx) => {
    const { rows } = await tx.db.execute<{ dead: boolean }>(
      sql`select failed_at is not null and delivered_at is null as dead from outbox where id = ${id}::bigint for update`,
    );
    if (!rows[0]) throw notFound('事件不存在');
    if (!rows[0].dead) throw conflict('这个事件没有失败');
    await tx.db.execute(sql`update outbox set attempts = 0, failed_at = null, next_try_at = null where id = ${id}::bigint`);
    await recordAudit(tx, 'event.retry', `event:${id}`, {});
    tx.afterCommit(() => wakeJob(tx.app, OUTBOX_JOB));
  });
}

export interface JobLine {
  id: string;
  name: string;
  state: string;
  retry_count: number;
  error: string;
  created_at: number;
  completed_at: number | null;
}

/** Background jobs that wait, run, ended within the hour or failed within the week, without the queue's own, which begin with `__`. */
export const jobSource: KeysetSource = {
  select: sql`j.id, j.name, j.state::text as state, greatest(j.retry_count, 0) as retry_count, left(coalesce(j.output ->> 'message', ''), 500) as error,
    ${seconds('j.created_on')} as created_at, ${seconds('j.completed_on')} as completed_at`,
  from: sql`(select * from pgboss.job where left(name, 2) <> '__') j`,
  id: sql`j.id`,
  id_cast: 'uuid',
  filters: {
    state: choiceFilter({
      failed: sql`j.state = 'failed'`,
      waiting: sql`j.state in ('created', 'retry')`,
      active: sql`j.state = 'active'`,
      completed: sql`j.state = 'completed'`,
    }),
    name: (value) => sql`j.name like ${beginning(value)}`,
  },
  search: (text) => sql`j.name ilike ${containing(text)}`,
  orders: {
    new: { by: sql`j.created_on`, cast: 'timestamptz', desc: true },
    old: { by: sql`j.created_on`, cast: 'timestamptz', desc: false },
  },
};

/** Puts a failed job into the queue again, with one more attempt. @throws AppError 403; 404; 409 when it did not fail or is waiting already */
export async function retryJob(ctx: Ctx, id: string): Promise<void> {
  requireVerb(ctx, 'jobs.retry');
  try {
    await inTransaction(ctx, async (tx) => {
      const { rows } = await tx.db.execute<{ name: string; state: string }>(
        sql`select name, state::text as state from pgboss.job where id = ${id}::uuid for update`,
      );
      const job = rows[0];
      if (!job) throw notFound('任务不存在');
      if (job.state !== 'failed') throw conflict('这个任务没有失败');
      await tx.db.execute(
        sql`update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
            where name = ${job.name} and id = ${id}::uuid`,
      );
      await recordAudit(tx, 'job.retry', `job:${id}`, { name: job.name });
    });
  } catch (error) {
    if (brokenConstraint(error)) throw conflict('同一个任务已在排队');
    throw error;
  }
}

/** How many jobs gave up, as far as the queue remembers. */
export async function countFailedJobs(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from pgboss.job where state = 'failed'`);
  return rows[0]?.n ?? 0;
}
