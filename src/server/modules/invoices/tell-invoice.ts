import { paths } from '#contract/paths.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { sendNotices } from '../notices/index.ts';
import { findNews, type InvoiceRow } from './repo.ts';

/** What staff do with an invoice by an event of its own. */
export type Handled = 'issue' | 'refuse' | 'reverse' | 'refile';

const TOLD: Record<Handled | 'anew' | 'correct' | 'keep', readonly [title: string, content: string]> = {
  issue: ['发票已开具', '可以在订单详情下载。'],
  refuse: ['发票未能开具', '改好后可以再次申请。原因：'],
  reverse: ['红字发票已开具', '原发票已冲红，可以在订单详情下载红字发票；订单还有未退的金额时，可以重新申请发票。'],
  anew: ['红字发票已开具', '原发票已冲红，新发票正在按更正后的抬头开具，开出后可以在订单详情下载。'],
  correct: ['发票将换开', '工作人员更正抬头：原发票先冲红，再开具新发票。原因：'],
  keep: ['发票不换开', '原发票继续有效。原因：'],
  refile: ['发票已更正', '之前登记的号码或文件有误，请以订单详情里的文件为准。原因：'],
};

/** Notifies who asked for it, once for each; `nth`: how many of them there were. */
export async function tellInvoice(tx: TxCtx, row: InvoiceRow, event: keyof typeof TOLD, reason = '', nth = 0): Promise<void> {
  const [title, content] = TOLD[event];
  // what is asked for and given up may be asked for again
  const again = event === 'correct' || event === 'keep' ? `:${tx.app.clock.now().getTime()}` : nth > 0 ? `:${nth}` : '';
  await sendNotices(tx, [row.user_id], {
    ...{ topic: 'wallet', key: `invoice:${row.id}:${event}${again}`, title: `${title}（¥${fenToYuan(row.amount_fen)}）` },
    content: `「${row.content}」抬头：${row.title}。${content}${reason}`,
    href: `${paths.order(row.orderid)}#money`,
  });
}

const REFUSED_MS = 30 * 86_400_000;
const ISSUED_MS = 7 * 86_400_000;

/** Orders of a user whose newest invoice was refused asked for within 30 days and refused, or issued within 7; at most twenty. */
export async function invoiceNews(ctx: Ctx, user_id: number): Promise<{ refused: string[]; issued: string[] }> {
  const now = ctx.app.clock.now().getTime();
  const rows = await findNews(ctx.db, user_id, new Date(now - REFUSED_MS), new Date(now - ISSUED_MS));
  const of = (status: string) => rows.filter((row) => row.status === status).map(({ orderid }) => orderid);
  return { refused: of('refused'), issued: of('issued') };
}
