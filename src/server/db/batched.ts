import { PgTransaction } from 'drizzle-orm/pg-core';
import { isDatabaseUnavailable, type Queryable } from './pool.ts';

/** Results in the order of the keys, one each. */
export type LoadMany<K, R> = (db: Queryable, keys: readonly K[]) => Promise<R[]>;

const MOST = 200;

interface Waiting<K, R> {
  key: K;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Turns a look-up of many keys into one of a single key that shares its statement with others asked at the same time. An idle
 * process sends it at once; under load, keys gather while the last batch is under way, so the number of statements stays small
 * whatever the number of readers. A key never joins a batch that was sent before it was asked, so everybody reads what was
 * committed before. Inside a transaction nothing is shared. For reads without locks only: a batch waits for the one before it.
 */
export function batched<K, R>(load: LoadMany<K, R>): (db: Queryable, key: K) => Promise<R> {
  return gathering(load, false);
}

/**
 * The same for writes that are whole by themselves: those asked at the same time share one statement or transaction of `write`, and
 * so one commit. A batch that fails was rolled back as a whole; then each of its keys is written alone, so that nobody gets another's
 * error. `write` must bear a key whose earlier attempt was committed without our hearing of it.
 */
export function batchedWrite<K, R>(write: LoadMany<K, R>): (db: Queryable, key: K) => Promise<R> {
  return gathering(write, true);
}

function gathering<K, R>(load: LoadMany<K, R>, alone_after_failure: boolean): (db: Queryable, key: K) => Promise<R> {
  const queues = new WeakMap<object, { waiting: Waiting<K, R>[]; running: boolean }>();
  const drain = async (db: Queryable, queue: { waiting: Waiting<K, R>[]; running: boolean }) => {
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, MOST);
      try {
        const results = await load(
          db,
          batch.map(({ key }) => key),
        );
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
      } catch (error) {
        if (alone_after_failure && batch.length > 1 && !isDatabaseUnavailable(error)) {
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
