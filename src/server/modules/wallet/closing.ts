import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { insertSums, isClosed } from './closing.repo.ts';

/** Lines of the ledger lie in parts of a year. Ten years are what the tax law wants of books; then their sums stay, and the lines are in an export. */
export const entryParts = {
  table: 'ledger_entries',
  title: '账本明细',
  every: 12,
  numbered: true,
  time: 'created_at',
  keep: () => 120,
  leaves: false,
  close: {
    done: (ctx: Ctx, part: string) => isClosed(ctx.db, part),
    write: (tx: TxCtx, part: string, into: string) => insertSums(tx.db, part, into, tx.app.clock.now()),
  },
} as const;
