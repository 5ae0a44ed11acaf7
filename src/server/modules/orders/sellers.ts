import type { Ctx } from '../../app/ctx.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { sendOwnNotice } from '../notices/index.ts';
import { findSaleFacts, findSellersBetween, type SellerSums } from './sellers.repo.ts';

/** Where a publisher sees each sale with what is left of it. */
export const SALES_PAGE = '/personalCenter/myWallet#sales';

/** An order was paid: who earns by it is notified, once. What costs nothing is no sale. */
export async function tellSale(ctx: Ctx, order_id: number): Promise<void> {
  const sale = await findSaleFacts(ctx.app.db, order_id);
  if (!sale || sale.publisher_id === null || sale.price_fen === 0) return;
  await sendOwnNotice(ctx, {
    ...{
      user_id: sale.publisher_id,
      topic: 'sale',
      key: `sale:${sale.id}`,
      title: `售出「${sale.title}」，收益 ¥${fenToYuan(sale.publisher_fen)}`,
    },
    content: `成交 ¥${fenToYuan(sale.price_fen)}，订单号 ${sale.orderid}。`,
    href: SALES_PAGE,
  });
}

/**
 * Publishers with an id above `after` whose sales moved between two instants, by id: what is left of what was paid then, and what refunds took back
 * of sales from before.
 */
export function sellersBetween(ctx: Ctx, of: { from: Date; to: Date; after: number; limit: number }): Promise<SellerSums[]> {
  return findSellersBetween(ctx.db, of);
}
