import { setTimeout as wait } from 'node:timers/promises';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';
import { reportBroken } from './outage-log.ts';
import { SlowStatements } from './slow-statements.ts';
import { builderOf } from './transaction.ts';
import { breakUnanswered } from './unanswered.ts';

export { brokenConstraint, isDatabaseUnavailable, READ_ONLY, sqlState } from './database-errors.ts';

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

/** Short queries only: compiling one, or starting workers for it, costs more than running it; and an index page costs little more than the next page. */
const PLANNING = '-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1';

export interface PoolOptions {
  connect_ms?: number;
  /** A statement that is not answered by then counts as a broken connection; 0: only where the database answers nothing at all. */
  answer_ms?: number;
  /** A pooler in transaction mode is between: each transaction may be another session, whose settings are the pooler's. */
  pooled?: boolean;
  /** Where it is asked whether the database answers at all; default `url`. A pooler that has no server to lend answers nothing either. */
  session_url?: string;
}

/** Opens a pool. A broken idle connection is logged and replaced, never thrown (the pool's `error` event). */
export function openPool(url: string, max: number, log: Logger, options: PoolOptions = {}): Pool {
  const { connect_ms = CONNECT_MS, answer_ms = 0, pooled = false, session_url = url } = options;
  const slow = new SlowStatements();
  const poolOf = (size: number, planning = '') => {
    const pool = new pg.Pool({
      connectionString: url,
      max: size,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: connect_ms,
      ...(answer_ms > 0 ? { query_timeout: answer_ms } : {}),
      ...(pooled ? {} : { statement_timeout: 30_000, options: `${PLANNING}${planning}` }),
      application_name: 'cemao',
    });
    pool.on('connect', (client) => {
      // one that breaks while it is lent: its statement has failed already, and an event without a listener would end the process
      client.on('error', () => undefined);
      if (pooled) withoutNames(client);
      slow.watch(client);
    });
    pool.on('error', (error) => reportBroken(log, 'idle connection', error));
    return pool;
  };
  // queries of a replica go through its caller, which asks the primary when they fail
  const of_once = answer_ms > 0 || pooled ? 0 : Math.min(PLAN_ONCE_MOST, Math.floor(max / 5));
  const once = of_once > 0 ? poolOf(of_once, ' -c plan_cache_mode=force_generic_plan') : undefined;
  const pool = poolOf(max - of_once);
  const stopLooking = answer_ms > 0 ? () => undefined : breakUnanswered(session_url, slow, log);
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

/** What was prepared under a name belongs to one session, and the next transaction has another. */
function withoutNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const nameless = (asked: unknown, ...rest: unknown[]): unknown => {
    const { name, submit, ...plain } = (asked ?? {}) as { name?: unknown; submit?: unknown };
    return query(name !== undefined && submit === undefined ? plain : asked, ...rest);
  };
  client.query = nameless as typeof client.query;
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
