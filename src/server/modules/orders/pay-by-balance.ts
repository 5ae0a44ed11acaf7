import { ORDER_CLOSED, ORDER_PAID, type OrderState } from '#contract/order.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { fulfilOrders } from './fulfil-orders.ts';
import { orderStateDto, statusNow } from './order-dto.ts';
import { findOrder, lockOrder } from './repo.ts';
import { closeReasonText, moveOrder } from './rules.ts';
import { subjectOf } from './subjects.ts';

/**
 * The buyer confirms an order that their balance covers (spec 2, Balance-payment confirmation). The amount was set aside when the
 * order was placed. Confirming twice is the same as once. Locks the order.
 * @throws AppError 404 for what is not theirs, 409 for a closed one, code 1 when something is left to pay by QR
 */
export async function payByBalance(ctx: Ctx, orderid: string): Promise<OrderState> {
  const user_id = requireUser(ctx);
  const found = await findOrder(ctx.db, orderid);
  if (found?.buyer_id !== user_id) throw notFound('订单不存在');
  const { noun, owned } = subjectOf(found).texts(found.snapshot);
  return inTransaction(ctx, async (tx) => {
    const now = tx.app.clock.now();
    const order = { ...(await lockOrder(tx.db, found.id)), payment_status: found.payment_status };
    if (order.status === ORDER_PAID) return orderStateDto(order, now);
    if (statusNow(order, now) === ORDER_CLOSED) {
      throw conflict(order.close_reason === '' ? closeReasonText('expired', noun) : '订单已关闭，请重新下单');
    }
    if (order.pay_fen > 0) throw new AppError('余额不足以支付该订单，请扫码支付');
    const paid = { order, paid_key: `order:${order.orderid}`, move: moveOrder(order.status, 'pay'), payment: null };
    if ((await fulfilOrders(tx, [paid])).length === 0) throw conflict(owned, { owned: true });
    return orderStateDto({ ...order, status: paid.move.to }, now);
  });
}
