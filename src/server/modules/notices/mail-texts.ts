import { NOTICE_TOPICS, type NoticeTopic } from '#contract/notice.ts';
import type { Ctx } from '../../app/ctx.ts';
import type { Mail } from '../../providers/mail/port.ts';
import type { Told } from './deliveries.repo.ts';
import { unsubscribeUrls } from './unsubscribe.ts';

export type MailText = Pick<Mail, 'subject' | 'text' | 'html' | 'unsubscribe_url'>;

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => MARKS[mark] as string);

interface Part {
  title: string;
  content: string;
  /** Absolute; empty: leads nowhere. */
  url: string;
}

const partOf = (ctx: Ctx, { title, content, href }: Told): Part => ({
  title,
  content,
  url: href === '' ? '' : new URL(href, ctx.app.config.site_url).href,
});

function write(subject: string, parts: readonly Part[], leave: { page: string; call: string; what: string }): MailText {
  const lines = parts.flatMap(({ title, content, url }) => [title, content, url].filter(Boolean).concat(''));
  const blocks = parts.map(({ title, content, url }) => {
    const head = url ? `<a href="${escaped(url)}" style="color:#b5330f">${escaped(title)}</a>` : escaped(title);
    return `<p style="margin:0 0 16px"><b>${head}</b>${content ? `<br>${escaped(content)}` : ''}</p>`;
  });
  return {
    subject: `【策猫】${subject}`,
    text: [...lines, `—— 不想再收到${leave.what}：${leave.page}`].join('\n'),
    html: `<div style="max-width:560px;font:15px/1.7 sans-serif;color:#1d2129">${blocks.join('')}<p style="color:#5b6472;font-size:13px">不想再收到${leave.what}，可以<a href="${escaped(leave.page)}">退订</a>。</p></div>`,
    unsubscribe_url: leave.call,
  };
}

/** One message. */
export function writeMail(ctx: Ctx, user_id: number, told: Told): MailText {
  const topic = told.topic as NoticeTopic;
  return write(told.title, [partOf(ctx, told)], {
    ...unsubscribeUrls(ctx, user_id, topic),
    what: `“${NOTICE_TOPICS[topic] ?? '消息'}”邮件`,
  });
}

/** The messages of a day. */
export function writeDigest(ctx: Ctx, user_id: number, told: readonly Told[]): MailText {
  const parts = told.map((one) => partOf(ctx, one));
  return write(`您有 ${told.length} 条新消息`, parts, { ...unsubscribeUrls(ctx, user_id, 'all'), what: '每日汇总邮件' });
}

/** The code that proves an address. */
export const writeCode = (code: string, minutes: number): MailText => ({
  subject: `【策猫】邮箱验证码 ${code}`,
  text: `您的邮箱验证码是 ${code}，${minutes} 分钟内有效。如果不是您本人操作，请忽略这封邮件。`,
  html: `<p>您的邮箱验证码是 <b>${code}</b>，${minutes} 分钟内有效。如果不是您本人操作，请忽略这封邮件。</p>`,
});
