import type { TxCtx } from '../../../app/ctx.ts';
import type { Fen } from '../../../kernel/money.ts';
import type { OrderRecord } from '../repo.ts';

/** What was given back, for who keeps something of their own about an order: its invoice, the points that it brought. */
export interface RefundMade {
  /** The order ended with it. */
  whole: boolean;
  /** To the buyer, money and balance. */
  amount_fen: Fen;
  /** What the buyer has still paid after it. */
  left_fen: Fen;
}

/** Runs in the refund's transaction under the lock of the order, before it commits. */
export type RefundHook = (tx: TxCtx, order: OrderRecord, made: RefundMade) => Promise<void>;

const hooks = new Set<RefundHook>();

/** Adds a hook and returns what takes it away again. Handed over by the manifests; tests may add their own. */
export function registerRefundHook(hook: RefundHook): () => void {
  hooks.add(hook);
  return () => hooks.delete(hook);
}

export async function runRefundHooks(tx: TxCtx, order: OrderRecord, made: RefundMade): Promise<void> {
  for (const hook of hooks) await hook(tx, order, made);
}
