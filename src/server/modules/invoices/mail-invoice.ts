import { buffer } from 'node:stream/consumers';
import { paths } from '#contract/paths.ts';
import { type App, type Ctx, createCtx, type TxCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { escapeHtml } from '../../kernel/plain-text.ts';
import { findInvoice } from './repo.ts';

/** Sent with the commit that issues an invoice, so that no mail server keeps staff waiting. */
const MAIL_JOB = 'invoices.mail';

export interface InvoiceMail {
  id: number;
  /** The red letter that reverses it. */
  red: boolean;
  /** How many of its files were replaced before; absent in what was planned by an older release. */
  nth?: number;
}

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
