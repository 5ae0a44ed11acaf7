import type { Tx } from '../db/pool.ts';
import type { LastLock, TxCtx } from './ctx.ts';

/** What verbs of a transaction leave to its end: `done` gets all of it at once, so that it is locked in one order. */
export function atEnd<T>(lock: LastLock, done: (tx: TxCtx, left: readonly T[]) => Promise<void>): (tx: TxCtx, left: readonly T[]) => void {
  const waiting = new WeakMap<Tx, T[]>();
  return (tx, left) => {
    if (left.length === 0) return;
    const known = waiting.get(tx.db);
    if (known) known.push(...left);
    if (known) return;
    const all = [...left];
    waiting.set(tx.db, all);
    tx.beforeCommit(lock, (last) => done(last, all));
  };
}
