import type pg from 'pg';
import type { Logger } from '../kernel/log.ts';
import { type Db, isDatabaseUnavailable, openPool, type Pool, sqlState } from './pool.ts';

/** A copy of the database that follows it, for pages that are the same for everybody. */
export interface Replica {
  /**
   * Where a page that is begun now reads: in the replica, if that has all that this process was told of (`changed`) and all that the
   * database held two seconds ago; else in the database itself. Never throws.
   */
  choose(): Promise<Db>;
  /** Something was committed that pages show: who asks from now on must not get a replica without it. */
  changed(): void;
  /** Pages by where they were read, and statements that the replica refused and the database answered. */
  readonly counters: { replica: number; primary: number; second: number };
  close(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  connections: number;
  primary: Pool;
  log: Logger;
  /** Whether that database is a copy of ours. Asked once a connection was lost. */
  isOurs(db: Db): Promise<boolean>;
}

/** What a page shows without having been told of a change may be this old. */
const MARK_MS = 2_000;
/** A replica that did not answer is left alone for this long. */
const AWAY_MS = 5_000;
const CONNECT_MS = 1_000;
/** A network that swallows everything; the statement is asked of the database then. */
const ANSWER_MS = 5_000;

/** Where the database had got to at a moment, and whether the replica has got there. */
interface Mark {
  lsn: string;
  told: number;
  at_ms: number;
  reached: boolean;
}

export function openReplica({ url, connections, primary, log, isOurs }: ReplicaOptions): Replica {
  const pool = openPool(url, connections, log, CONNECT_MS, ANSWER_MS);
  const ask = pool.pool.query.bind(pool.pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const counters = { replica: 0, primary: 0, second: 0 };
  let told = 0;
  let mark: Mark | null = null;
  let known = false;
  let away_until_ms = 0;
  let spells = 0;
  let looking: { told: number; answer: Promise<boolean> } | null = null;

  const leave = (why: string): false => {
    if (performance.now() >= away_until_ms) {
      spells++;
      log.warn({ err: why }, 'read replica left alone');
    }
    away_until_ms = performance.now() + AWAY_MS;
    mark = null;
    known = false;
    return false;
  };
  // what the replica cannot answer, the database does: pages never fail for the replica's sake
  const askEither = async (...args: unknown[]): Promise<pg.QueryResult> => {
    try {
      return await ask(...args);
    } catch (error) {
      if (!isReplicasOwn(error)) throw error;
      counters.second++;
      if (isDatabaseUnavailable(error)) leave((error as Error).message);
      return (primary.pool.query as (...args: unknown[]) => Promise<pg.QueryResult>)(...args);
    }
  };
  pool.pool.query = askEither as typeof pool.pool.query;

  const look = async (now_told: number): Promise<boolean> => {
    if (!known) {
      const spell = spells;
      const { rows } = await ask('select pg_is_in_recovery() as follows');
      if (!rows[0]?.follows) throw new NoReplica('DATABASE_REPLICA_URL is no replica: it takes writes itself');
      if (!(await isOurs(pool.db))) throw new NoReplica('DATABASE_REPLICA_URL is a replica of another database');
      // while it was lost in between, the database answered in its place
      known = spell === spells;
    }
    const at_ms = performance.now();
    let wanted = mark;
    if (!wanted || wanted.told !== now_told || at_ms - wanted.at_ms > MARK_MS) {
      // where the next record goes: beyond every commit that anybody was told of, also one that is not on the disk yet
      const { rows } = await primary.pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
      wanted = { lsn: rows[0]?.lsn ?? '', told: now_told, at_ms, reached: false };
      mark = wanted;
    }
    const { rows } = await ask('select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached', [wanted.lsn]);
    // null: promoted meanwhile
    if (rows[0]?.reached === null) known = false;
    wanted.reached = rows[0]?.reached === true;
    return wanted.reached;
  };
  const hasAll = async (): Promise<boolean> => {
    if (performance.now() < away_until_ms) return false;
    if (mark?.reached && mark.told === told && performance.now() - mark.at_ms <= MARK_MS) return true;
    // a look that began before the last change says nothing about it
    if (looking?.told !== told) {
      const mine = { told, answer: look(told).catch((error: Error) => leave(error.message)) };
      looking = mine;
      void mine.answer.finally(() => {
        if (looking === mine) looking = null;
      });
    }
    return looking?.answer ?? false;
  };

  return {
    counters,
    async choose() {
      const enough = await hasAll();
      counters[enough ? 'replica' : 'primary']++;
      return enough ? pool.db : primary.db;
    },
    changed() {
      told++;
    },
    close: () => pool.close(),
  };
}

class NoReplica extends Error {}

/** Away, busy with replaying what the statement still reads, or asked to write. */
function isReplicasOwn(error: unknown): boolean {
  return isDatabaseUnavailable(error) || ['40001', '25006'].includes(sqlState(error) ?? '');
}
