import { emitAll } from '../../db/outbox.ts';
import { assert } from '../../kernel/assert.ts';
import type { TxCtx } from '../../kernel/ctx.ts';
import { grantAccessTo } from '../access/index.ts';
import { redeemCoupon } from '../vouchers/index.ts';
import { postTransfers } from '../wallet/index.ts';
import type { OrderRecord } from './repo.ts';
import { saleEntries } from './rules.ts';

export interface PaidOrder {
  /** As it is under the caller's lock. */
  order: OrderRecord;
  /** Key of the ledger transfer. */
  paid_key: string;
}

/**
 * Everything that being paid means, in the caller's transaction and under its locks: the grants, the ledger, the status (by `mark`,
 * which says how many orders it moved), coupons and events. One statement each, however many orders. Touches no row that buyers of one
 * item share: the sale counter is moved by `countSales`.
 * @returns those that were sold; for a buyer who has the item for good already nothing was done
 */
export async function settleSales<P extends PaidOrder>(
  tx: TxCtx,
  paid: readonly P[],
  mark: (sold: readonly P[]) => Promise<number>,
): Promise<P[]> {
  const fresh = await grantAccessTo(
    tx,
    paid.map(({ order }) => ({ user_id: order.buyer_id, item_id: order.subject_id, source: 'purchase', source_id: order.id })),
  );
  const sold = paid.filter((_, index) => fresh[index]);
  if (sold.length === 0) return [];
  const posted = await postTransfers(
    tx,
    sold.map(({ order, paid_key: key }) => ({ key, reason: 'sale', reference: order.orderid, unit: 'fen', entries: saleEntries(order) })),
  );
  for (const [index, { order, paid_key }] of sold.entries()) assert(posted[index], `order ${order.orderid} was paid before by ${paid_key}`);
  assert((await mark(sold)) === sold.length, `an order of ${sold.map(({ order }) => order.orderid)} moved under its lock`);
  for (const { order } of sold) {
    if (order.coupon_id === null) continue;
    assert(await redeemCoupon(tx, { coupon_id: order.coupon_id, order_id: order.id }), `coupon of ${order.orderid} is not held`);
  }
  await emitAll(
    tx,
    'order.paid',
    sold.map(({ order }) => ({ order_id: order.id, item_id: order.subject_id, buyer_id: order.buyer_id })),
  );
  return sold;
}

/** One order. @returns false when the buyer has the item for good already: nothing was done */
export async function settleSale(tx: TxCtx, order: OrderRecord, paid_key: string, mark: () => Promise<boolean>): Promise<boolean> {
  const sold = await settleSales(tx, [{ order, paid_key }], async () => ((await mark()) ? 1 : 0));
  return sold.length > 0;
}
