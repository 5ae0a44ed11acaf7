import { paths } from '#contract/paths.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { sendNotices } from '../notices/index.ts';
import type { InvoiceRow } from './repo.ts';

/** What staff did with an invoice. */
export type Handled = 'issue' | 'refuse' | 'reverse';

const TOLD: Record<Handled, readonly [title: string, content: string]> = {
  issue: ['发票已开具', '可以在订单详情下载。'],
  refuse: ['发票未能开具', '改好后可以再次申请。原因：'],
  reverse: ['红字发票已开具', '原发票已冲红，可以在订单详情下载红字发票；订单还有未退的金额时，可以重新申请发票。'],
};

/** Tells who asked for it, once for each of the three. */
export async function tellInvoice(tx: TxCtx, row: InvoiceRow, event: Handled, reason = ''): Promise<void> {
  const [title, content] = TOLD[event];
  await sendNotices(tx, [row.user_id], {
    ...{ topic: 'wallet', key: `invoice:${row.id}:${event}`, title: `${title}（¥${fenToYuan(row.amount_fen)}）` },
    content: `「${row.content}」抬头：${row.title}。${content}${reason}`,
    href: `${paths.order(row.orderid)}#money`,
  });
}
