import { type NoticeTopic, UNTIL_READ_TOPICS } from '#contract/notice.ts';
import { type App, type Ctx, createCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { accountMobile } from '../identity/index.ts';
import {
  claimDue,
  countFailing,
  countGivenUp,
  type DeliveryRow,
  endDeliveries,
  findDigest,
  findOwnSettings,
  findTold,
  retryDeliveries,
  type Told,
  wishesOf,
} from './deliveries.repo.ts';
import { writeDigest, writeMail } from './mail-texts.ts';
import { DELIVER_JOB } from './plan-deliveries.ts';
import { isOn, NO_WISHES, retryAfterMs } from './rules.ts';

/** While one process sends, no other does: longer than a provider may take for a batch. */
const LEASE_MS = 10 * 60_000;
const BATCH = 20;

export function noticeJobs(app: App): JobDefinition[] {
  return [
    {
      name: DELIVER_JOB,
      cron: '* * * * *',
      expire_s: 600,
      async run(_payload, stopping) {
        await deliverNotices(createCtx(app, { kind: 'job', name: DELIVER_JOB }, DELIVER_JOB), stopping);
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
