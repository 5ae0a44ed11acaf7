import { type Ctx, inTransaction, type TxCtx } from '../../../app/ctx.ts';
import type { Fen } from '../../../kernel/money.ts';
import type { OrderRecord } from '../repo.ts';
import { giveBack, lockForRefund } from './give-back.ts';
import { leftToRefund } from './rules.ts';

/** What a subject decides about a part of an order that is given back. */
export interface PartBack {
  /** Fen; 0: the buyer gets nothing back; null: all that is left. */
  amount_fen: Fen | null;
  /** Nothing of the order is left with its buyer: it ends. */
  ends: boolean;
  reason: string;
}

/**
 * Gives a part of an order back, by the rules of its subject: `take` runs under the locks of the payments and the order, takes
 * the part back and says what it is worth; money and rights move in this one transaction.
 * @returns what went back, fen
 * @throws AppError what `take` throws; 409 when the order is not paid or less is left
 */
export async function refundPartOf(
  ctx: Ctx,
  order_id: number,
  asked_by: 'buyer' | 'staff' | 'job',
  take: (tx: TxCtx, order: OrderRecord) => Promise<PartBack>,
): Promise<Fen> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockForRefund(tx, order_id);
    const { amount_fen, ends, reason } = await take(tx, order);
    const whole = ends && (amount_fen === null || amount_fen === leftToRefund(order));
    // what cost nothing and leaves something behind moves no money
    if (amount_fen === 0 && !whole) return 0;
    const part = await giveBack(tx, order, { amount_fen: whole ? null : amount_fen, ends, reason, asked_by, part_taken: true });
    return part.pay_fen + part.balance_fen;
  });
}
