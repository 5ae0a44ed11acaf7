import type { JobDefinition } from '../db/jobs.ts';
import type { Queryable } from '../db/pool.ts';
import { type App, type Ctx, createCtx, type TxCtx } from './ctx.ts';

/** Bytes lie in storage before the row that names them is committed. Seconds. */
export const UNNAMED_S = 3_600;

/** Work that takes bytes out of storage: tried again for four hours, because a bucket may be away for one. `run` must be idempotent. */
export const sweepJob = <P extends object>(app: App, name: string, run: (ctx: Ctx, payload: P) => Promise<void>): JobDefinition => ({
  ...{ name, retries: 13, expire_s: 3_600 },
  run: (payload) => run(createCtx(app, { kind: 'job', name }, name), payload as P),
});

/** Private files of one area that a row names by their keys, or nothing does. */
export interface Sweeper {
  /** Before bytes are stored under a fresh key: unless a row names it within an hour, they go again, also when this process dies. @returns the key */
  newKey(ctx: Ctx, key: string): Promise<string>;
  /** Removes bytes that no row names once the transaction is committed; empty keys are none. */
  sweepLater(tx: TxCtx, keys: readonly string[]): Promise<void>;
  /** Removes those of the bytes that no row names. Idempotent. */
  sweep(ctx: Ctx, keys: readonly string[]): Promise<void>;
  job(app: App): JobDefinition;
}

/** `name`: of its job. `namedKeys`: which of the keys a row names. */
export function sweeperOf(name: string, namedKeys: (db: Queryable, keys: readonly string[]) => Promise<ReadonlySet<string>>): Sweeper {
  const sweep: Sweeper['sweep'] = async (ctx, keys) => {
    const named = await namedKeys(ctx.db, keys);
    await ctx.app.providers.storage.removePrivate(keys.filter((key) => !named.has(key)));
  };
  return {
    async newKey(ctx, key) {
      await ctx.app.jobs.send(name, { keys: [key] }, { delay_s: UNNAMED_S });
      return key;
    },
    async sweepLater(tx, keys) {
      const gone = keys.filter((key) => key !== '');
      if (gone.length > 0) await tx.app.jobs.send(name, { keys: gone }, {}, tx.db);
    },
    sweep,
    job: (app) => sweepJob<{ keys: string[] }>(app, name, (ctx, { keys }) => sweep(ctx, keys)),
  };
}
