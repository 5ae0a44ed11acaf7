import { and, asc, eq, getTableColumns, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { App, TxCtx } from '../app/ctx.ts';
import { wakeJob } from '../app/wake-job.ts';
import { Stopping } from '../db/jobs.ts';
import { statement } from '../db/statement.ts';
import { transact } from '../db/transaction.ts';
import { assert } from '../kernel/assert.ts';
import { audit_log, outbox } from './tables.ts';

/** Domain events: topic and payload. Handlers get them at least once, after the commit, those about one subject in the order of writing. */
export interface OutboxEvents {
  /**
   * The item's public data changed: index it, purge the pages that show it. `texts`: what its card or page says; `listing`: what lists
   * filter by; `status`: it appears or disappears. `codes`: what lists filter by, before and after.
   */
  'item.changed': { item_id: number; what: 'texts' | 'listing' | 'status'; codes: number[] };
  /** Numbers that the home page shows changed, a while after the items. */
  'catalog.recounted': Record<string, never>;
  /** An operator changed a setting. */
  'setting.changed': { key: string };
  /** Somebody was chosen for a request that is for a day. */
  'request.settled': { planner_id: number; day: string };
  /** An order was paid: `subject` names what was bought (modules/orders/subjects.ts). */
  'order.paid': { order_id: number; subject: string; subject_id: number; buyer_id: number };
}

export type OutboxHandlers = { [T in keyof OutboxEvents]?: Array<(payload: OutboxEvents[T]) => Promise<void>> };

/** Wakes the deliverer; one waiting job is enough, however many events wait. */
export const OUTBOX_JOB = 'outbox.deliver';

/** After this many attempts an event becomes a dead letter, so that it cannot block the others for ever. */
const MAX_ATTEMPTS = 5;
/** Keys of the advisory locks: one deliverer at a time for each lane keeps the order. */
const LOCK = 7_203_613;
const LANES = 4;
/** Connections of the pool for each lane that delivers: its own and what its handlers take turns with. */
const POOL_A_LANE = 5;
const RETENTION_MS = 7 * 86_400_000;
/** Events about different subjects that are handled side by side, so that handlers share statements (db/batched.ts). */
const MAX_CONCURRENT = 16;

/** What an event is about; salons and demands are items. An event about nothing of these is about its topic. */
const ABOUT = sql`coalesce(
  'item:' || coalesce(payload ->> 'item_id', payload ->> 'salon_id', payload ->> 'demand_id'), 'order:' || (payload ->> 'order_id'),
  'user:' || (payload ->> 'user_id'), 'series:' || (payload ->> 'series_id'), 'collection:' || (payload ->> 'collection_id'), topic)`;

const insert = statement(
  'outbox_insert',
  'insert into outbox (topic, payload) select $1, event from jsonb_array_elements($2::jsonb) event',
);

const markDelivered = statement('outbox_delivered', 'update outbox set delivered_at = $2 where id = any($1::bigint[])');

/** Writes an event into the caller's transaction. */
export async function emit<T extends keyof OutboxEvents>(tx: TxCtx, topic: T, payload: OutboxEvents[T]): Promise<void> {
  await emitAll(tx, topic, [payload]);
}

/** Several events of one topic by one statement. */
export async function emitAll<T extends keyof OutboxEvents>(tx: TxCtx, topic: T, payloads: ReadonlyArray<OutboxEvents[T]>): Promise<void> {
  await insert(tx.db, [topic, JSON.stringify(payloads)]);
  tx.afterCommit(() => wakeJob(tx.app, OUTBOX_JOB));
}

/**
 * Delivers waiting events, those about one subject in the order of writing, marking each once all its handlers succeeded. A failing one is
 * retried with backoff (1, 2, 4, 8 s) while later ones of its lane wait, then becomes a dead letter. One deliverer at a time and lane over
 * all processes; the others leave the lane out.
 * @returns how many events were delivered
 */
export async function deliverOutbox(app: App, handlers: OutboxHandlers, batch = 100): Promise<number> {
  const lanes = Array.from({ length: LANES }, (_, lane) => lane);
  const turns = Array.from({ length: Math.max(1, Math.min(LANES, Math.floor(app.config.database_pool / POOL_A_LANE))) }, async () => {
    let delivered = 0;
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift()) delivered += await deliverLane(app, handlers, lane, batch);
    return delivered;
  });
  let sum = 0;
  for (const turn of await Promise.allSettled(turns)) {
    if (turn.status === 'rejected') throw turn.reason;
    sum += turn.value;
  }
  return sum;
}

function deliverLane(app: App, handlers: OutboxHandlers, lane: number, batch: number): Promise<number> {
  return transact(app.db, async (db) => {
    const { rows: locks } = await db.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}, ${lane}) as mine`);
    if (!locks[0]?.mine) return 0;
    const waiting = and(isNull(outbox.delivered_at), isNull(outbox.failed_at), sql`abs(hashtext(${ABOUT}) % ${LANES}) = ${lane}`);
    const columns = { ...getTableColumns(outbox), about: sql<string>`${ABOUT}` };
    const rows = await db.select(columns).from(outbox).where(waiting).orderBy(asc(outbox.id)).limit(batch);
    let delivered = 0;
    for (const group of inGroups(rows)) {
      const now = app.clock.now();
      const due = group.filter(({ next_try_at }) => !next_try_at || next_try_at <= now);
      const outcomes = await Promise.allSettled(due.map((row) => deliver(app, handlers, row, { lane, now })));
      const done = due.filter((_, at) => isOutcome(outcomes[at], 'delivered')).map(({ id }) => id);
      if (done.length > 0) await markDelivered(app.db, [done, app.clock.now()]);
      delivered += done.length;
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      if (due.length < group.length || outcomes.some((outcome) => isOutcome(outcome, 'later'))) break;
    }
    return delivered;
  });
}

type EventRow = typeof outbox.$inferSelect & { about: string };
type Outcome = 'delivered' | 'later' | 'dead';

const handlersOf = (handlers: OutboxHandlers, topic: string) =>
  (handlers[topic as keyof OutboxEvents] ?? []) as Array<(payload: unknown) => Promise<void>>;

const isOutcome = (settled: PromiseSettledResult<Outcome> | undefined, outcome: Outcome): boolean =>
  settled?.status === 'fulfilled' && settled.value === outcome;

/** Consecutive events of which no two are about the same. */
function inGroups(rows: readonly EventRow[]): EventRow[][] {
  const groups: EventRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && last.length < MAX_CONCURRENT && last.every(({ about }) => about !== row.about)) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** Runs an event's handlers one after the other. A failure is written down; @throws only when the process stops. */
async function deliver(app: App, handlers: OutboxHandlers, row: EventRow, { lane, now }: { lane: number; now: Date }): Promise<Outcome> {
  try {
    for (const handle of handlersOf(handlers, row.topic)) await handle(row.payload);
    return 'delivered';
  } catch (error) {
    // the process stops: that is no failed attempt of the event
    if (error instanceof Stopping) throw error;
    const attempts = row.attempts + 1;
    const last_error = String((error as Error).message ?? error).slice(0, 1_000);
    const dead = attempts >= MAX_ATTEMPTS;
    const pause_s = 2 ** row.attempts;
    await app.db
      .update(outbox)
      .set({ attempts, last_error, ...(dead ? { failed_at: now } : { next_try_at: new Date(now.getTime() + pause_s * 1000) }) })
      .where(eq(outbox.id, row.id));
    app.log.error({ err: error, event: row.id, topic: row.topic, attempts, dead }, 'event not delivered');
    if (!dead) await app.jobs.send(OUTBOX_JOB, {}, { delay_s: pause_s, singleton_key: `${OUTBOX_JOB}.retry.${lane}` });
    return dead ? 'dead' : 'later';
  }
}

/** Removes events delivered more than a week ago. */
export async function forgetDelivered(app: App): Promise<void> {
  await app.db.delete(outbox).where(lt(outbox.delivered_at, new Date(app.clock.now().getTime() - RETENTION_MS)));
}

/** Number of dead letters. */
export async function countDeadEvents(app: App): Promise<number> {
  return app.db.$count(outbox, isNotNull(outbox.failed_at));
}

/** Queues every dead letter again, e.g. after its handler was fixed. @returns how many */
export async function reviveDeadEvents(app: App): Promise<number> {
  const done = await app.db
    .update(outbox)
    .set({ attempts: 0, failed_at: null, next_try_at: null })
    .where(and(isNotNull(outbox.failed_at), isNull(outbox.delivered_at)));
  return done.rowCount ?? 0;
}

/** Actor id of the command line in the audit log; accounts begin at 1. */
export const COMMAND_LINE = 0;

/** One row for what staff or the command line did, in the same transaction. */
export async function recordAudit(tx: TxCtx, action: string, subject: string, detail: Record<string, unknown>): Promise<void> {
  const { actor } = tx;
  assert(actor.kind === 'user' || actor.kind === 'command', 'only people are audited');
  const actor_id = actor.kind === 'user' ? actor.user_id : COMMAND_LINE;
  await tx.db.insert(audit_log).values({ actor_id, action, subject, detail, request_id: tx.request_id, created_at: tx.app.clock.now() });
}
