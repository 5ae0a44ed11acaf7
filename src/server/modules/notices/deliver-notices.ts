import { NOTICE_TOPICS, NOTICE_WAYS, type NoticeChannel, type NoticeTopic, UNTIL_READ_TOPICS, wayByDefault } from '#contract/notice.ts';
import { type App, type Ctx, createCtx, type TxCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { keptSince } from '../../db/retention.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { accountMobile } from '../identity/index.ts';
import {
  claimDue,
  countFailing,
  countGivenUp,
  type DeliveryRow,
  deleteOldNotices,
  endDeliveries,
  findDigest,
  findOwnSettings,
  findSettings,
  findTold,
  insertDeliveries,
  retryDeliveries,
  type Told,
  wishesOf,
} from './deliveries.repo.ts';
import { isOn, NO_WISHES, retryAfterMs, waysOf } from './rules.ts';
import { unsubscribeUrls } from './unsubscribe.ts';

/** Sent when something is due at once, and every minute for the rest. */
export const DELIVER_JOB = 'notices.deliver';

/** Ways that this site has. */
export function possibleWays({ providers }: App): NoticeChannel[] {
  return [
    ...(providers.mail.name === 'none' ? [] : (['mail'] as const)),
    ...(providers.sms.templates.includes('notice') ? (['sms'] as const) : []),
  ];
}

/** Writes how new messages of a topic go out besides the site. @returns whether something is due at once */
export async function planDeliveries(
  tx: TxCtx,
  topic: NoticeTopic,
  sent: ReadonlyArray<{ id: number; user_id: number }>,
): Promise<boolean> {
  const possible = possibleWays(tx.app).filter((channel) => NOTICE_WAYS[topic].includes(channel));
  if (possible.length === 0) return false;
  const now = tx.app.clock.now();
  const known = await findSettings(
    tx.db,
    sent.map(({ user_id }) => user_id),
  );
  // mail needs an address, so who never chose anything is asked about only where a text message goes by itself
  const by_default = possible.includes('sms') && wayByDefault(topic, 'sms');
  const rows = sent
    .filter(({ user_id }) => by_default || known.has(user_id))
    .flatMap(({ id, user_id }) =>
      waysOf(topic, known.get(user_id) ?? NO_WISHES, possible, now).map((way) => ({
        notice_id: id,
        user_id,
        ...way,
        next_try_at: way.due_at,
      })),
    );
  await insertDeliveries(tx.db, rows);
  return rows.some(({ due_at }) => due_at <= now);
}

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

/** While one process sends, no other does: longer than a provider may take for a batch. */
const LEASE_MS = 10 * 60_000;
const BATCH = 20;
const FORGET_BATCH = 5_000;

export function noticeJobs(app: App): JobDefinition[] {
  return [
    {
      name: DELIVER_JOB,
      cron: '* * * * *',
      // one by one: a circular to thousands takes long
      expire_s: 3_600,
      async run(_payload, stopping) {
        await deliverNotices(createCtx(app, { kind: 'job', name: DELIVER_JOB }, DELIVER_JOB), stopping);
      },
    },
    {
      name: 'notices.forget',
      cron: '55 3-5 * * *',
      async run(_payload, stopping) {
        const before = keptSince('messages', app.clock.now());
        while (!stopping.aborted && (await deleteOldNotices(app.db, before, FORGET_BATCH)) === FORGET_BATCH);
      },
    },
  ];
}

const FAILING_MOST = 1_000;

/** Mails and text messages that did not go out and are tried again, and why one of them did not: for who runs the site. */
export function failingDeliveries(ctx: Ctx): Promise<{ num: number; failure: string }> {
  return countFailing(ctx.db, FAILING_MOST);
}

/** Mails and text messages that were given up since then, counted no further than `most`: they are not retried. */
export function givenUpDeliveries(ctx: Ctx, since: Date, most: number): Promise<number> {
  return countGivenUp(ctx.db, since, most);
}

/**
 * Sends what is due. A mail has the same number however often it is sent, so a crash between sending and record shows as one mail.
 * What fails is tried again, later each time, and given up after half a day. Safe in parallel. @returns how many deliveries were sent
 */
export async function deliverNotices(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  let sent = 0;
  for (;;) {
    const claimed = await claimDue(ctx.db, ctx.app.clock.now(), LEASE_MS, BATCH);
    for (const row of claimed) {
      stopping?.throwIfAborted();
      const rows = row.digest ? await findDigest(ctx.db, row.user_id, row.due_at) : [row];
      // several processes may hold parts of a digest: the one with its first message sends it
      if (rows[0]?.id === row.id) sent += await deliver(ctx, rows);
    }
    if (claimed.length < BATCH) return sent;
  }
}

/** Deliveries that go out as one: parts of a digest, or one alone. */
async function deliver(ctx: Ctx, rows: readonly DeliveryRow[]): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const now = ctx.app.clock.now();
  const ids = rows.map(({ id }) => id);
  try {
    const wanted = await wantedOf(ctx, rows);
    if (wanted.length === 0 || !(await send(ctx, first, wanted))) {
      await endDeliveries(ctx.db, ids, { status: 'dropped', ended_at: now });
      return 0;
    }
    await endDeliveries(ctx.db, ids, { status: 'sent', ended_at: now });
    return ids.length;
  } catch (error) {
    const attempts = first.attempts + 1;
    const after_ms = retryAfterMs(attempts);
    const failure = String(error instanceof Error ? error.message : error).slice(0, 300);
    ctx.log.warn({ err: error, delivery: first.id, attempts }, 'notice was not delivered');
    if (after_ms === null) await endDeliveries(ctx.db, ids, { status: 'failed', ended_at: now, failure, attempts });
    else await retryDeliveries(ctx.db, ids, { next_try_at: new Date(now.getTime() + after_ms), failure, attempts });
    return 0;
  }
}

/** What is still wanted this way: somebody may have turned it off, or read it on the site, since it was sent. */
async function wantedOf(ctx: Ctx, rows: readonly DeliveryRow[]): Promise<Told[]> {
  const row = await findOwnSettings(ctx.db, (rows[0] as DeliveryRow).user_id);
  const wishes = row ? wishesOf(row) : NO_WISHES;
  const told = await findTold(
    ctx.db,
    rows.map(({ notice_id }) => notice_id),
  );
  return rows.flatMap(({ notice_id, channel }) => {
    const one = told.get(notice_id);
    if (!one || !isOn(wishes, one.topic as NoticeTopic, channel)) return [];
    return one.read_at !== null && UNTIL_READ_TOPICS.includes(one.topic as NoticeTopic) ? [] : [one];
  });
}

/** False: there is nowhere to send it to any more. */
async function send(ctx: Ctx, { id, user_id, channel, due_at, digest }: DeliveryRow, told: readonly Told[]): Promise<boolean> {
  const { mail, sms } = ctx.app.providers;
  const [one] = told as readonly [Told, ...Told[]];
  if (channel === 'sms') {
    const mobile = await accountMobile(ctx, user_id);
    if (mobile === null) return false;
    await sms.send(mobile, 'notice', { title: one.title });
    return true;
  }
  const settings = await findOwnSettings(ctx.db, user_id);
  if (!settings || !wishesOf(settings).has_mail) return false;
  const host = new URL(ctx.app.config.site_url).hostname;
  const name = digest ? `digest-${user_id}-${shanghaiDay(due_at)}` : `notice-${id}`;
  const text = digest ? writeDigest(ctx, user_id, told) : writeMail(ctx, user_id, one);
  await mail.send({ to: settings.mail, message_id: `<${name}@${host}>`, ...text });
  return true;
}
