import { type Ctx, inTransaction, requireVerb } from '../../app/ctx.ts';
import { conflict } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { countOpen, findRuns, markNoted } from './repo.ts';

/** Staff write down what became of a difference and take it off the list. @throws AppError 403, 409 when it is not open */
export async function noteDifference(ctx: Ctx, { id, note }: { id: number; note: string }): Promise<void> {
  const by = requireVerb(ctx, 'bill.note');
  await inTransaction(ctx, async (tx) => {
    if (!(await markNoted(tx.db, id, note, by, tx.app.clock.now()))) throw conflict('这条差异已处理，请刷新');
    await recordAudit(tx, 'bill.note', `difference#${id}`, { reason: note });
  });
}

/** Differences that nobody has looked into. */
export function openDifferences(ctx: Ctx): Promise<number> {
  return countOpen(ctx.db);
}

/** The newest comparisons, a row a day. */
export function billRuns(ctx: Ctx, limit: number) {
  return findRuns(ctx.db, limit);
}
