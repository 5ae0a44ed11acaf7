import { type CalendarFeed, WORKBENCH_CALLS } from '#contract/workbench.ts';
import { type App, actingAs, type Ctx, createCtx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { type CalendarEvent, calendarText } from '../../kernel/calendar-text.ts';
import { notFound } from '../../kernel/errors.ts';
import { hmacSha256, sameText } from '../../kernel/ids.ts';
import { requireFreshProof } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { plannerEntries, workbenchOf } from './entries.ts';
import { type FeedRecord, findFeed, lockDue, renewFeedRow, updateEntry } from './repo.ts';
import { REMINDERS } from './rules.ts';

const REMIND_JOB = 'planner.remind';
const BATCH = 200;
const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const day = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', month: 'numeric', day: 'numeric' });

/**
 * Reminds of dates a day and an hour before, each once, however often and by however many processes it is called: an entry's mark and its
 * message are one commit. @returns how many
 */
export async function remindDue(ctx: Ctx): Promise<number> {
  let told = 0;
  // the hour's first, so that who was away for long is notified once
  for (const { mark, before_ms, text } of REMINDERS.toReversed()) {
    for (;;) {
      const batch = await inTransaction(ctx, async (tx) => {
        const now = tx.app.clock.now();
        const rows = await lockDue(tx.db, { now, until: new Date(now.getTime() + before_ms), reminded: mark, limit: BATCH });
        for (const row of rows) {
          const at = row.at as Date;
          await updateEntry(tx.db, row.user_id, row.id, { reminded: row.all_day ? 2 : mark });
          await sendNotices(tx, [row.user_id], {
            ...{ topic: 'planner', key: `planner:${row.id}:${at.getTime()}:${mark}`, title: `${text}：${row.title}` },
            content: row.all_day ? `${day.format(at)}（全天）` : clock.format(at),
            href: '/personalCenter/myWorkbench',
          });
        }
        return rows.length;
      });
      told += batch;
      if (batch < BATCH) break;
    }
  }
  return told;
}

export function plannerJobs(app: App): JobDefinition[] {
  return [
    {
      name: REMIND_JOB,
      cron: '*/5 * * * *',
      async run() {
        await remindDue(createCtx(app, { kind: 'job', name: REMIND_JOB }, REMIND_JOB));
      },
    },
  ];
}

const signOf = (ctx: Ctx, { user_id, version }: Pick<FeedRecord, 'user_id' | 'version'>): string =>
  hmacSha256(ctx.app.config.secrets.link, `calendar:${user_id}:${version}`).slice(0, 40);

function feedDto(ctx: Ctx, row: FeedRecord | null): CalendarFeed {
  if (!row?.is_on) return { url: '' };
  const query = new URLSearchParams({ u: String(row.user_id), v: String(row.version), s: signOf(ctx, row) });
  return { url: `${ctx.app.config.site_url}/gateway${WORKBENCH_CALLS.ics}?${query}` };
}

/** Where calendar programs read the signed-in user's dates. */
export async function calendarFeed(ctx: Ctx): Promise<CalendarFeed> {
  return feedDto(ctx, await findFeed(ctx.db, requireUser(ctx)));
}

/** A new secret address, or none at all; every one before it ends at once. @throws AppError 428: a new one wants fresh proof */
export async function renewFeed(ctx: Ctx, is_on: boolean): Promise<CalendarFeed> {
  if (is_on) await requireFreshProof(ctx);
  return feedDto(ctx, await renewFeedRow(ctx.db, requireUser(ctx), is_on, ctx.app.clock.now()));
}

/** Ends the secret address of a user, who can have a new one. */
export async function endFeed(tx: TxCtx, user_id: number): Promise<void> {
  if ((await findFeed(tx.db, user_id))?.is_on) await renewFeedRow(tx.db, user_id, false, tx.app.clock.now());
}

/** The file behind a secret address. @throws AppError 404 for one that is not, or no longer, somebody's */
export async function calendarOf(ctx: Ctx, { u, v, s }: { u: number; v: number; s: string }): Promise<string> {
  const row = await findFeed(ctx.db, u);
  const right = row?.is_on && row.version === v && sameText(signOf(ctx, row), s);
  if (!right) throw notFound('日历地址已失效，请在“我的工作台”重新生成');
  const own = actingAs(ctx, { kind: 'user', user_id: u, token_id: 0, roles: [], address: '' });
  const site = ctx.app.config.site_url;
  const host = new URL(site).hostname;
  const url = (path: string) => (path === '' ? '' : `${site}${path}`);
  const dates = (await plannerEntries(own)).flatMap(({ id, title, note, at, all_day, done, link }): CalendarEvent[] =>
    at === 0 || done === 1
      ? []
      : [
          {
            ...{ uid: `planner-${id}@${host}`, title, note, url: url(link), at: new Date(at * 1_000), all_day: all_day === 1 },
            alarms: all_day === 1 ? [1_440] : [1_440, 60],
          },
        ],
  );
  const others = (await workbenchOf(own)).flatMap((entry): CalendarEvent[] => {
    if (entry.over) return [];
    const of = (what: string, time: number | undefined, title: string, all_day: boolean): CalendarEvent[] =>
      time === undefined
        ? []
        : [
            {
              ...{ uid: `${entry.key}-${what}@${host}`.replaceAll(':', '-'), title, note: entry.state, url: url(entry.path) },
              ...{ at: new Date(time * 1_000), all_day, alarms: [] },
            },
          ];
    return [...of('at', entry.at, entry.title, entry.all_day === true), ...of('ends', entry.ends_at, `截止：${entry.title}`, false)];
  });
  return calendarText([...dates, ...others], { name: '策猫工作台', now: ctx.app.clock.now() });
}
