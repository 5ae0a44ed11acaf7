import { ORDER_PAID } from '#contract/order.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { findPaidSince } from './paid.repo.ts';
import { findOrder, lockOrder, type OrderRecord } from './repo.ts';

const MOST = 20;

/** A buyer's paid orders of a subject since then, the newest first; the 20 newest at most. */
export function paidSince(ctx: Ctx, of: { buyer_id: number; subject: string; since: Date }) {
  return findPaidSince(ctx.db, of, MOST);
}

/**
 * A buyer's own paid order, locked until the transaction ends, so that no refund comes between.
 * @throws AppError 404 for what is not theirs, 409 when it is not paid
 */
export async function lockPaidOrder(tx: TxCtx, of: { orderid: string; buyer_id: number }): Promise<OrderRecord> {
  const found = await findOrder(tx.db, of.orderid);
  if (found?.buyer_id !== of.buyer_id) throw notFound('订单不存在');
  const order = await lockOrder(tx.db, found.id);
  if (order.status !== ORDER_PAID) throw conflict('订单尚未支付或已退款');
  return order;
}

/** What else a refund takes back, beside what the subject gave: in its transaction, under the order's lock. */
export type RefundReaction = (tx: TxCtx, order: OrderRecord) => Promise<void>;

const reactions = new Set<RefundReaction>();

/** Called by the wiring, and by tests. @returns what takes it away again */
export function registerRefundReaction(reaction: RefundReaction): () => void {
  reactions.add(reaction);
  return () => reactions.delete(reaction);
}

export async function reactToRefund(tx: TxCtx, order: OrderRecord): Promise<void> {
  for (const reaction of reactions) await reaction(tx, order);
}
