import type pg from 'pg';
import type { Logger } from '../kernel/log.ts';
import { type Db, isDatabaseUnavailable, openPool, type Pool, READ_ONLY, sqlState } from './pool.ts';

/** A streaming replica, for pages that are the same for everybody. */
export interface Replica {
  /**
   * Where a page that starts now reads: the replica if it has replayed every change announced to this process (`changed`) and is at most
   * two seconds behind, else the primary. Never throws.
   */
  choose(): Promise<Db>;
  /** Something that pages show was committed: later pages must not read a replica that lacks it. */
  changed(): void;
  /** Pages by where they were read; `second`: statements that failed on the replica and ran on the primary. */
  readonly counters: { replica: number; primary: number; second: number };
  close(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  connections: number;
  primary: Pool;
  log: Logger;
  /** Whether that database is a replica of ours. Checked again after a lost connection. */
  isOurs(db: Db): Promise<boolean>;
}

/** Maximum replication lag of a page where no change was announced. */
const CHECKPOINT_MS = 2_000;
/** Pause before a replica that did not answer is tried again. */
const RETRY_AFTER_MS = 5_000;
const CONNECT_MS = 1_000;
/** Query timeout, e.g. in a network that drops packets; the statement then runs on the primary. */
const QUERY_TIMEOUT_MS = 5_000;

/** WAL position of the primary at a moment, and whether the replica has replayed it. */
interface Checkpoint {
  lsn: string;
  changes: number;
  at_ms: number;
  reached: boolean;
}

export function openReplica({ url, connections, primary, log, isOurs }: ReplicaOptions): Replica {
  const pool = openPool(url, connections, log, { connect_ms: CONNECT_MS, answer_ms: QUERY_TIMEOUT_MS });
  const query = pool.pool.query.bind(pool.pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const counters = { replica: 0, primary: 0, second: 0 };
  let changes = 0;
  let checkpoint: Checkpoint | null = null;
  let verified = false;
  let down_until_ms = 0;
  let failures = 0;
  let checking: { changes: number; answer: Promise<boolean> } | null = null;

  const markDown = (why: string): false => {
    if (performance.now() >= down_until_ms) {
      failures++;
      log.warn({ err: why }, 'read replica left alone');
    }
    down_until_ms = performance.now() + RETRY_AFTER_MS;
    checkpoint = null;
    verified = false;
    return false;
  };
  // pages never fail because of the replica: the primary answers instead
  const queryWithFallback = async (...args: unknown[]): Promise<pg.QueryResult> => {
    try {
      return await query(...args);
    } catch (error) {
      if (!isReplicaFailure(error)) throw error;
      counters.second++;
      if (sqlState(error) !== READ_ONLY && isDatabaseUnavailable(error)) markDown((error as Error).message);
      return (primary.pool.query as (...args: unknown[]) => Promise<pg.QueryResult>)(...args);
    }
  };
  pool.pool.query = queryWithFallback as typeof pool.pool.query;

  const check = async (now_changes: number): Promise<boolean> => {
    if (!verified) {
      const failures_before = failures;
      const { rows } = await query('select pg_is_in_recovery() as follows');
      if (!rows[0]?.follows) throw new NoReplica('DATABASE_REPLICA_URL is no replica: it takes writes itself');
      if (!(await isOurs(pool.db))) throw new NoReplica('DATABASE_REPLICA_URL is a replica of another database');
      // a failure meanwhile means that the primary answered these questions
      verified = failures_before === failures;
    }
    const at_ms = performance.now();
    let wanted = checkpoint;
    if (!wanted || wanted.changes !== now_changes || at_ms - wanted.at_ms > CHECKPOINT_MS) {
      // insert position: beyond every announced commit, also one that is not flushed yet
      const { rows } = await primary.pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
      wanted = { lsn: rows[0]?.lsn ?? '', changes: now_changes, at_ms, reached: false };
      checkpoint = wanted;
    }
    const { rows } = await query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached', [wanted.lsn]);
    // null: it was promoted
    if (rows[0]?.reached === null) verified = false;
    wanted.reached = rows[0]?.reached === true;
    return wanted.reached;
  };
  const isCaughtUp = async (): Promise<boolean> => {
    if (performance.now() < down_until_ms) return false;
    if (checkpoint?.reached && checkpoint.changes === changes && performance.now() - checkpoint.at_ms <= CHECKPOINT_MS) return true;
    // a check that began before the last change says nothing about it
    if (checking?.changes !== changes) {
      const mine = { changes, answer: check(changes).catch((error: Error) => markDown(error.message)) };
      checking = mine;
      void mine.answer.finally(() => {
        if (checking === mine) checking = null;
      });
    }
    return checking?.answer ?? false;
  };

  return {
    counters,
    async choose() {
      const enough = await isCaughtUp();
      counters[enough ? 'replica' : 'primary']++;
      return enough ? pool.db : primary.db;
    },
    changed() {
      changes++;
    },
    close: () => pool.close(),
  };
}

class NoReplica extends Error {}

/** Unavailable, a conflict with replay, or asked to write. */
function isReplicaFailure(error: unknown): boolean {
  return isDatabaseUnavailable(error) || ['40001', READ_ONLY].includes(sqlState(error) ?? '');
}
