import { setTimeout as wait } from 'node:timers/promises';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';
import { SlowStatements } from './slow-statements.ts';
import { builderOf } from './transaction.ts';
import { breakUnanswered } from './unanswered.ts';

// bigint columns hold ids, fen and counters, all far below 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text));

export type Db = NodePgDatabase;
/** Inside a transaction. Repo functions that must not run alone take this type. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0] & { readonly inTransaction?: true };
/** Either: read-only repo functions take this. */
export type Queryable = Db | Tx;

export interface Pool {
  pool: pg.Pool;
  db: Db;
  /** What took long since the pool was opened. */
  slow: SlowStatements;
  /** Its connections, and callers that wait for one. */
  counts(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** A caller waits this long for a connection, then learns that the database is away. */
const CONNECT_MS = 5_000;

/** A fifth of a pool's connections, and no more than these, are for statements that are planned once: few, so that each knows the plans soon. */
const PLAN_ONCE_MOST = 4;

/**
 * Opens a pool. A broken idle connection is logged and replaced, never thrown (the pool's `error` event). `answer_ms`: a statement that is
 * not answered by then counts as a broken connection.
 */
export function openPool(url: string, max: number, log: Logger, connect_ms = CONNECT_MS, answer_ms = 0): Pool {
  const slow = new SlowStatements();
  const poolOf = (size: number, planning = '') => {
    const pool = new pg.Pool({
      connectionString: url,
      max: size,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: connect_ms,
      statement_timeout: 30_000,
      ...(answer_ms > 0 ? { query_timeout: answer_ms } : {}),
      // short queries only: compiling one, or starting workers for it, costs more than running it; and an index page costs little more than the next page
      options: `-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1${planning}`,
      application_name: 'cemao',
    });
    pool.on('connect', (client) => {
      // one that breaks while it is lent: its statement has failed already, and an event without a listener would end the process
      client.on('error', () => undefined);
      slow.watch(client);
    });
    pool.on('error', (error) => log.warn({ err: error.message }, 'idle database connection lost'));
    return pool;
  };
  // queries of a replica go through its caller, which asks the primary when they fail
  const of_once = answer_ms > 0 ? 0 : Math.min(PLAN_ONCE_MOST, Math.floor(max / 5));
  const once = of_once > 0 ? poolOf(of_once, ' -c plan_cache_mode=force_generic_plan') : undefined;
  const pool = poolOf(max - of_once);
  const stopLooking = answer_ms > 0 ? () => undefined : breakUnanswered(url, slow, log);
  return {
    pool,
    db: builderOf(pool, once),
    slow,
    counts() {
      const sum = (of: (one: pg.Pool) => number) => of(pool) + (once ? of(once) : 0);
      return {
        open: sum(({ totalCount }) => totalCount),
        idle: sum(({ idleCount }) => idleCount),
        waiting: sum(({ waitingCount }) => waitingCount),
      };
    },
    async close() {
      stopLooking();
      await Promise.all([pool.end(), once?.end()]);
    },
  };
}

const START_PATIENCE_MS = 60_000;
const AGAIN_MS = 200;

/**
 * Returns once the pool has a connection. A process that starts on a busy machine reads its code meanwhile: the answer of the database waits
 * behind that, and the connection counts as late though it is not. So a late one is tried again, for a minute.
 * @throws what pg says: at once for all but lateness
 */
export async function firstConnection({ pool }: Pool): Promise<void> {
  for (const deadline_ms = Date.now() + START_PATIENCE_MS; ; await wait(AGAIN_MS)) {
    try {
      (await pool.connect()).release();
      return;
    } catch (error) {
      if (!LATE_CONNECTION.test((error as Error).message) || Date.now() > deadline_ms) throw error;
    }
  }
}

/** What pg and its pool say of a connection that took too long. */
const LATE_CONNECTION = /timeout expired|timeout exceeded when trying to connect|due to connection timeout/;

const UNAVAILABLE = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53300',
  '08000',
  '08003',
  '08006',
  '08001',
  '08004',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
]);

/** What pg says without a code; the last one hides the true cause when the rollback of a broken transaction fails too. */
const BROKEN_CONNECTION =
  /timeout expired|Query read timeout|timeout exceeded when trying to connect|Connection terminated|pool after calling end|encountered a connection error and is not queryable/;

/** True when the database cannot be reached or has no room now (503), not when the statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let e = error as { code?: string; message?: string; cause?: unknown } | undefined; e; e = e.cause as typeof e) {
    if (e.code && UNAVAILABLE.has(e.code)) return true;
    if (e.message && BROKEN_CONNECTION.test(e.message)) return true;
  }
  return false;
}

/** Name of the constraint that a statement would have broken, or undefined. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let e = error as { constraint?: string; cause?: unknown } | undefined; e; e = e.cause as typeof e)
    if (e.constraint) return e.constraint;
  return undefined;
}

/** SQLSTATE of the underlying PostgreSQL error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  for (let e = error as { code?: string; cause?: unknown } | undefined; e; e = e.cause as typeof e) {
    if (e.code && /^[0-9A-Z]{5}$/.test(e.code)) return e.code;
  }
  return undefined;
}
