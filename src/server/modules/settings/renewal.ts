import { z } from 'zod';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { ownSetting } from './get-setting.ts';

/** Rows that say something by rules of the program, and are written once more when those change. */
export interface Renewal {
  /** Where the rows' version is stored. */
  key: string;
  /** Raised with every change of the rules. */
  rules: number;
  /** Ids behind one, in rising order; fewer than `most`: the last. */
  next(ctx: Ctx, after: number, most: number): Promise<number[]>;
  /** Brings one in line; doing it again changes nothing. */
  renew(ctx: Ctx, id: number): Promise<unknown>;
}

const BATCH = 100;
/** Up to which row those rules hold; `after` null: for all. */
const progress = z.object({ rules: z.int(), after: z.int().nullable() }).default({ rules: 0, after: 0 }) as z.ZodType<{
  rules: number;
  after: number | null;
}>;

/**
 * A run over all rows of older rules, a batch a step, so that an interrupted one goes on where it was. Rows that change meanwhile are written by
 * their own change. The run answers how many it looked at.
 */
export function renewalOf({ key, rules, next, renew }: Renewal): (ctx: Ctx, stopping?: AbortSignal) => Promise<number> {
  const state = ownSetting(key, progress);
  return async (ctx, stopping) => {
    const before = await state.read(ctx);
    let after = before.rules === rules ? before.after : 0;
    let written = 0;
    while (after !== null) {
      stopping?.throwIfAborted();
      const ids = await next(ctx, after, BATCH);
      for (const id of ids) await renew(ctx, id);
      written += ids.length;
      after = ids.length < BATCH ? null : (ids.at(-1) ?? null);
      const now = { rules, after };
      await inTransaction(ctx, (tx) => state.write(tx, now));
    }
    return written;
  };
}
