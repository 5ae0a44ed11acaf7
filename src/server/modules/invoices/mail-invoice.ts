import { buffer } from 'node:stream/consumers';
import { paths } from '#contract/paths.ts';
import { type App, type Ctx, createCtx, type TxCtx } from '../../app/ctx.ts';
import { sweeperOf } from '../../app/sweeper.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { escapeHtml } from '../../kernel/plain-text.ts';
import { sendNotices } from '../notices/index.ts';
import { findInvoice, findNews, type InvoiceRow, namedKeys } from './repo.ts';

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

/** Sent with the commit that issues an invoice, so that no mail server keeps staff waiting. */
const MAIL_JOB = 'invoices.mail';

export interface InvoiceMail {
  id: number;
  /** The red letter that reverses it. */
  red: boolean;
  /** How many of its files were replaced before; absent in what was planned by an older release. */
  nth?: number;
}

export const invoiceFiles = sweeperOf('invoices.sweep', namedKeys);

export function invoiceJobs(app: App): JobDefinition[] {
  return [
    {
      name: MAIL_JOB,
      // a mail server may be away for hours
      retries: 13,
      async run(payload) {
        await mailInvoice(createCtx(app, { kind: 'job', name: MAIL_JOB }, MAIL_JOB), payload as InvoiceMail);
      },
    },
    invoiceFiles.job(app),
  ];
}

/** Has the file mailed after the commit, where this site sends mail. */
export async function planMail(tx: TxCtx, mail: InvoiceMail): Promise<void> {
  if (tx.app.providers.mail.name === 'none') return;
  await tx.app.jobs.send(MAIL_JOB, mail, { singleton_key: `${MAIL_JOB}.${mail.id}.${mail.red ? 'red' : 'blue'}.${mail.nth ?? 0}` }, tx.db);
}

/**
 * Mails an issued invoice, or its red letter, as an attachment to the address that was given with the request. The same mail has the same
 * number, however often it is sent. @returns false when there is no file
 * @throws Error when the mail server did not take it
 */
export async function mailInvoice(ctx: Ctx, { id, red, nth = 0 }: InvoiceMail): Promise<boolean> {
  const { mail, storage } = ctx.app.providers;
  const row = await findInvoice(ctx.db, id);
  const key = red ? row?.red_file_key : row?.file_key;
  if (!row || !key || !(await storage.statPrivate(key))) return false;
  const what = `${nth > 0 ? '更正后的' : ''}${red ? '红字发票' : '电子发票'}`;
  const url = new URL(paths.order(row.orderid), ctx.app.config.site_url);
  const lines = [
    `订单 ${row.orderid}「${row.content}」的${what}见附件。`,
    `抬头：${row.title}；金额：¥${fenToYuan(row.amount_fen)}；发票号码：${red ? row.red_number : row.number}。`,
    `申请人登录后也可以在订单详情下载：${url.href}`,
    '这个邮箱是申请发票时填写的；如果与您无关，请忽略这封邮件。',
  ];
  await mail.send({
    to: row.mail,
    subject: `【策猫】${what} ${row.orderid}`,
    text: lines.join('\n'),
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
    message_id: `<invoice-${id}${red ? '-red' : ''}${nth > 0 ? `-${nth}` : ''}@${url.hostname}>`,
    attachments: [{ name: `${what}-${row.orderid}.pdf`, content: await buffer(await storage.readPrivate(key)) }],
  });
  return true;
}
