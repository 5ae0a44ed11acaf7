import { z } from 'zod';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { ownSetting } from '../settings/index.ts';
import { indexItem } from './index-item.ts';
import { documentsAfter } from './repo.ts';

/** Raised with every change of what a document says of an item (normalise.ts, rules.ts, index-item.ts): all are written once more then. */
const INDEX_RULES = 1;

/** Up to which document those rules hold; `after` null: for all. */
const state = ownSetting(
  'search_index',
  z.object({ rules: z.int(), after: z.int().nullable() }).default({ rules: 0, after: 0 }) as z.ZodType<{
    rules: number;
    after: number | null;
  }>,
);
const BATCH = 100;

/**
 * Writes documents of older rules again, a batch a step, so that an interrupted run goes on where it was. Items that change meanwhile are written by
 * their own change. @returns documents written
 */
export async function reindexOld(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const before = await state.read(ctx);
  let after = before.rules === INDEX_RULES ? before.after : 0;
  let written = 0;
  while (after !== null) {
    stopping?.throwIfAborted();
    const ids = await documentsAfter(ctx.db, after, BATCH);
    for (const id of ids) await indexItem(ctx, id);
    written += ids.length;
    after = ids.length < BATCH ? null : (ids.at(-1) ?? null);
    const now = { rules: INDEX_RULES, after };
    await inTransaction(ctx, (tx) => state.write(tx, now));
  }
  return written;
}
