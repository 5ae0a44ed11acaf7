import { PgTransaction } from 'drizzle-orm/pg-core';
import { isDatabaseUnavailable, type Queryable } from './pool.ts';

/** Results in the order of the keys, one each. */
export type LoadMany<K, R> = (db: Queryable, keys: readonly K[]) => Promise<R[]>;

const MAX_BATCH = 200;

interface Waiting<K, R> {
  key: K;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Look-up of one key that shares its statement with calls made while the previous batch runs; idle: sent at once. A key never joins a batch
 * already sent, so no caller reads stale rows. Nothing is shared inside a transaction. Only for reads without locks.
 */
export function batched<K, R>(load: LoadMany<K, R>): (db: Queryable, key: K) => Promise<R> {
  return batchedBy(load, false);
}

/**
 * The same for independent writes, which share a commit. After a failed batch (rolled back whole) each key is written alone, so that no
 * caller gets another's error. `write` must be idempotent: an earlier attempt may have been committed although it seemed to fail.
 */
export function batchedWrite<K, R>(write: LoadMany<K, R>): (db: Queryable, key: K) => Promise<R> {
  return batchedBy(write, true);
}

function batchedBy<K, R>(load: LoadMany<K, R>, retry_alone: boolean): (db: Queryable, key: K) => Promise<R> {
  const queues = new WeakMap<object, { waiting: Waiting<K, R>[]; running: boolean }>();
  const drain = async (db: Queryable, queue: { waiting: Waiting<K, R>[]; running: boolean }) => {
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, MAX_BATCH);
      try {
        const results = await load(
          db,
          batch.map(({ key }) => key),
        );
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
      } catch (error) {
        if (retry_alone && batch.length > 1 && !isDatabaseUnavailable(error)) {
          for (const { key, resolve, reject } of batch) await load(db, [key]).then(([result]) => resolve(result as R), reject);
        } else {
          for (const { reject } of batch) reject(error);
        }
      }
    }
    queue.running = false;
  };
  return async (db, key) => {
    if (db instanceof PgTransaction) return (await load(db, [key]))[0] as R;
    const queue = queues.get(db) ?? { waiting: [], running: false };
    queues.set(db, queue);
    return new Promise<R>((resolve, reject) => {
      queue.waiting.push({ key, resolve, reject });
      if (queue.running) return;
      queue.running = true;
      setImmediate(() => void drain(db, queue));
    });
  };
}

/** Rows that carry the place of their key (`n`, from 1, as `with ordinality` counts), grouped by key. */
export function byKey<Row extends { n: number }>(rows: readonly Row[], keys: number): Row[][] {
  const groups: Row[][] = Array.from({ length: keys }, () => []);
  for (const row of rows) groups[row.n - 1]?.push(row);
  return groups;
}
