import { paths } from '#contract/paths.ts';
import { amountRows, factRows } from '#contract/receipt.ts';
import type { Ctx } from '../../app/ctx.ts';
import { drawnFile } from '../../app/in-worker.ts';
import { shanghaiDay, shanghaiTimeText } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { workerTask } from '../../kernel/workers.ts';
import type { drawReceipt, Receipt } from './draw-receipt.ts';
import { orderDetail } from './own-orders.ts';

const RECEIPT = workerTask<typeof drawReceipt>(new URL('./draw-receipt.ts', import.meta.url), 'drawReceipt');

/** A paper in the form of the receipt. @throws as `Workers.run` */
export const paperPdf = (ctx: Ctx, paper: Receipt): Promise<Uint8Array> => drawnFile(ctx, RECEIPT, paper);

/**
 * The receipt of an own order that was paid, also of one that went back since, as a PDF of what its page shows.
 * @throws AppError 404 for what is not theirs, 409 for what was never paid; as `Workers.run`
 */
export async function receiptPdf(ctx: Ctx, orderid: string): Promise<{ name: string; data: Uint8Array }> {
  const order = await orderDetail(ctx, orderid);
  if (order.paid_at === 0) throw conflict('订单尚未支付，没有凭证');
  const data = await paperPdf(ctx, {
    title: order.title,
    noun: order.noun,
    amounts: amountRows(order),
    facts: factRows(order, timeText),
    page: `${ctx.app.config.site_url}${paths.order(orderid)}`,
  });
  return { name: `购买凭证-${orderid}.pdf`, data };
}

function timeText(at_s: number): string {
  const at = new Date(at_s * 1000);
  return `${shanghaiDay(at).slice(0, 4)}年${shanghaiTimeText(at)}`;
}
