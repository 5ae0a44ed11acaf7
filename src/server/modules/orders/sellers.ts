import { paths } from '#contract/paths.ts';
import type { Ctx } from '../../app/ctx.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { sendOwnNotice } from '../notices/index.ts';
import { findSaleFacts, findSellersBetween, findSellersOfMonth, type SaleFacts, type SellerSums } from './sellers.repo.ts';

/** Where a publisher sees each sale with what is left of it. */
export const SALES_PAGE = '/personalCenter/myWallet#sales';

/** An order was paid: its buyer has a receipt and who earns by it is notified, each once. What costs nothing is no sale. */
export async function tellPaid(ctx: Ctx, order_id: number): Promise<void> {
  const sale = await findSaleFacts(ctx.app.db, order_id);
  if (!sale || sale.price_fen === 0) return;
  await Promise.all([tellBuyer(ctx, sale), sale.publisher_id === null ? null : tellPublisher(ctx, sale, sale.publisher_id)]);
}

async function tellBuyer(ctx: Ctx, { id, orderid, title, buyer_id, ...parts }: SaleFacts): Promise<void> {
  const ways = [
    ...(parts.coupon_fen > 0 ? [`优惠券抵 ¥${fenToYuan(parts.coupon_fen)}`] : []),
    ...(parts.balance_fen > 0 ? [`余额支付 ¥${fenToYuan(parts.balance_fen)}`] : []),
    ...(parts.pay_fen > 0 ? [`扫码实付 ¥${fenToYuan(parts.pay_fen)}`] : []),
  ];
  await sendOwnNotice(ctx, {
    ...{ user_id: buyer_id, topic: 'receipt', key: `receipt:${id}`, title: `已购买「${title}」，凭证可下载` },
    content: `${ways.join('，')}。订单号 ${orderid}。`,
    href: paths.order(orderid),
  });
}

async function tellPublisher(ctx: Ctx, { id, orderid, title, price_fen, publisher_fen }: SaleFacts, user_id: number): Promise<void> {
  await sendOwnNotice(ctx, {
    ...{ user_id, topic: 'sale', key: `sale:${id}`, title: `售出「${title}」，收益 ¥${fenToYuan(publisher_fen)}` },
    content: `成交 ¥${fenToYuan(price_fen)}，订单号 ${orderid}。`,
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

/** The same of a month by what was earned and taken back in it, as the lines of the ledger say. */
export const sellersOfMonth: typeof sellersBetween = (ctx, of) => findSellersOfMonth(ctx.db, of);
