import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db, Queryable, Tx } from './pool.ts';

/** What each builder speaks through; the builders keep theirs to themselves. */
const pools = new WeakMap<object, pg.Pool>();
const clients = new WeakMap<object, pg.ClientBase>();
/** Connections of the same database that plan a prepared statement once, for all values. */
const plan_once = new WeakMap<object, pg.Pool>();
/** One builder a connection, however many transactions it sees. */
const builders = new WeakMap<pg.PoolClient, Db>();

/** The builder of a pool; `transact` and prepared statements take what comes from here. `once`: where those run that are planned once. */
export function builderOf(pool: pg.Pool, once?: pg.Pool): Db {
  const db = drizzle(pool);
  pools.set(db, pool);
  if (once) plan_once.set(db, once);
  return db;
}

/** The same of one connection that somebody else opened and ends, e.g. for a look at another database. */
export function builderOn(client: pg.ClientBase): Db {
  const db = drizzle(client as pg.PoolClient);
  clients.set(db, client);
  return db;
}

/** The connection of a builder, or its pool. @throws for a builder that was not made here */
export function clientOf(db: Queryable): pg.Pool | pg.ClientBase {
  const client = clients.get(db) ?? pools.get(db);
  if (!client) throw new Error('this builder has no connection of ours: builders are made by db/transaction.ts');
  return client;
}

/** Where a statement runs whose plan is the same for all values: a transaction's stays on its connection. */
export function plansOnce(db: Queryable): pg.Pool | pg.ClientBase {
  return plan_once.get(db) ?? clientOf(db);
}

/** Runs `work` in one transaction on a connection of the pool; inside a transaction, in a savepoint. @throws what `work` throws, after the rollback */
export async function transact<T>(db: Queryable, work: (tx: Tx) => Promise<T>): Promise<T> {
  const pool = pools.get(db);
  if (!pool) return within(db, clientOf(db) as pg.ClientBase, work);
  const client = await pool.connect();
  try {
    const builder = builders.get(client) ?? drizzle(client);
    builders.set(client, builder);
    return await within(builder, client, work);
  } finally {
    client.release();
  }
}

function within<T>(db: Queryable, client: pg.ClientBase, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction((tx) => {
    clients.set(tx, client);
    return work(tx);
  });
}
