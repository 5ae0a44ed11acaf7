import { ORDER_CLOSED, ORDER_PAID, type OrderState } from '#contract/order.ts';
import { type Ctx, inTransaction, requireUser } from '../../kernel/ctx.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { orderStateDto, statusNow } from './order-dto.ts';
import { OWNED_TEXT } from './quote-order.ts';
import { findOrder, lockOrder, markPaid } from './repo.ts';
import { CLOSE_TEXT, nextStatus } from './rules.ts';
import { settleSale } from './settle-sale.ts';

/**
 * The buyer confirms an order that their balance covers (spec 2, Balance-payment confirmation). The amount was set aside when the
 * order was placed. Confirming twice is the same as once. Locks the order.
 * @throws AppError 404 for what is not theirs, 409 for a closed one, code 1 when something is left to pay by QR
 */
export async function payByBalance(ctx: Ctx, orderid: string): Promise<OrderState> {
  const user_id = requireUser(ctx);
  const found = await findOrder(ctx.db, orderid);
  if (found?.buyer_id !== user_id) throw notFound('订单不存在');
  return inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    const order = { ...(await lockOrder(tx.db, found.id)), payment_status: found.payment_status };
    if (order.status === ORDER_PAID) return orderStateDto(order, now);
    if (statusNow(order, now) === ORDER_CLOSED) throw conflict(order.close_reason === '' ? CLOSE_TEXT.expired : '订单已关闭，请重新下单');
    if (order.pay_fen > 0) throw new AppError('余额不足以支付该订单，请扫码支付');
    nextStatus(order.status, 'pay');
    const paid_key = `order:${order.orderid}`;
    if (!(await settleSale(tx, order, paid_key, () => markPaid(tx.db, order.id, order.status, paid_key, now)))) {
      throw conflict(OWNED_TEXT, { owned: true });
    }
    return orderStateDto({ ...order, status: ORDER_PAID }, now);
  });
}
