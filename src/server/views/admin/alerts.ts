import { z } from 'zod';
import { type App, type Ctx, createCtx, inTransaction } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiTimeText, unixSeconds } from '../../kernel/clock.ts';
import { countDeadEvents, countFailedJobs } from '../../modules/console/index.ts';
import { outsideWarnings } from '../../modules/operations/index.ts';
import { defineSetting, getSetting, ownSetting } from '../../modules/settings/index.ts';

/** What lasts is sent again after so long. */
const AGAIN_S = 24 * 3_600;
const SENT_MOST = 50;

const hour = (title: string) => z.int().min(0).max(23).meta({ title, unit: '点' });

export const alertSetting = defineSetting(
  'alerts',
  z
    .object({
      mail: z.union([z.literal(''), z.email()]).meta({ title: '告警邮箱' }),
      quiet_from: hour('安静时段从'),
      quiet_until: hour('到'),
    })
    .default({ mail: '', quiet_from: 22, quiet_until: 8 }),
  {
    group: '运维',
    title: '告警',
    about:
      '磁盘、证书、备份、任务等出了问题时，发到这个邮箱，以及环境变量 ALERT_URL 指定的群机器人（企业微信、钉钉、飞书）。安静时段（北京时间）里的留到结束后再发；两个钟点相同表示没有安静时段。',
  },
);

const stored = ownSetting<Record<string, { text: string; sent_at: number; is_gone?: boolean | undefined }>>(
  'alerts_sent',
  z.record(z.string(), z.object({ text: z.string(), sent_at: z.int(), is_gone: z.boolean().optional() })).default({}),
);

export const isQuiet = (now: number, from: number, until: number): boolean =>
  from <= until ? now >= from && now < until : now >= from || now < until;

/**
 * What is to be sent, and what was sent after that. Numbers in a sentence change all the time: without them it is the same one. It is over
 * once it was missed twice: some come and go.
 */
export function alertNews(before: Awaited<ReturnType<typeof stored.read>>, warnings: readonly string[], now_s: number) {
  const current = new Map(warnings.slice(0, SENT_MOST).map((text) => [text.replace(/\d+/g, '#'), text]));
  const fresh = [...current].filter(([key]) => now_s - (before[key]?.sent_at ?? -AGAIN_S) >= AGAIN_S);
  const missing = Object.entries(before).filter(([key]) => !current.has(key));
  const after = Object.fromEntries([
    ...missing.flatMap(([key, one]) => (one.is_gone ? [] : [[key, { ...one, is_gone: true }] as const])),
    ...[...current].map(([key, text]) => {
      const sent_at = fresh.some(([one]) => one === key) ? now_s : (before[key]?.sent_at ?? 0);
      return [key, { text, sent_at }] as const;
    }),
  ]);
  return {
    fresh: fresh.map(([, text]) => text),
    over: missing.flatMap(([, { text, is_gone }]) => (is_gone ? [text] : [])),
    after,
    is_changed: missing.length + fresh.length > 0 || Object.values(before).some(({ is_gone }) => is_gone),
  };
}

async function warningsNow(ctx: Ctx): Promise<string[]> {
  const [said, jobs, events] = await Promise.all([outsideWarnings(ctx), countFailedJobs(ctx), countDeadEvents(ctx.app)]);
  return [
    ...said,
    ...(jobs > 0 ? [`${jobs} 个后台任务失败：请到后台“后台任务”看原因并重试`] : []),
    ...(events > 0 ? [`${events} 个事件无法处理：请到后台“事件”看原因并重试`] : []),
  ];
}

/**
 * Sends what the console warns of, once a day while it lasts, and when it is over; by the robot of a group and by mail. What neither took is sent
 * again the next time, what one of them took is not. @returns how many sentences
 */
export async function sendAlerts(ctx: Ctx): Promise<number> {
  const { alert, mail } = ctx.app.providers;
  const wish = await getSetting(ctx, alertSetting);
  const by_mail = wish.mail !== '' && mail.name !== 'none';
  const now = ctx.app.clock.now();
  const shanghai_hour = Number(shanghaiTimeText(now).slice(-5, -3));
  if ((alert.name === 'none' && !by_mail) || isQuiet(shanghai_hour, wish.quiet_from, wish.quiet_until)) return 0;
  const { fresh, over, after, is_changed } = alertNews(await stored.read(ctx), await warningsNow(ctx), unixSeconds(now));
  if (fresh.length + over.length === 0) {
    if (is_changed) await inTransaction(ctx, (tx) => stored.write(tx, after));
    return 0;
  }
  const { site_url } = ctx.app.config;
  const lines = [...fresh, ...over.map((text) => `已恢复：${text}`)];
  const text = [`策猫 ${new URL(site_url).host}`, ...lines, `${site_url}/admin/system`].join('\n');
  const sent = await Promise.allSettled([
    ...(alert.name === 'none' ? [] : [alert.send(text)]),
    ...(by_mail
      ? [
          mail.send({
            ...{ to: wish.mail, subject: `策猫告警：${lines[0]}`.slice(0, 100), text },
            html: `<p>${text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>')}</p>`,
            message_id: `<alert-${unixSeconds(now)}@${new URL(site_url).hostname}>`,
          }),
        ]
      : []),
  ]);
  const refused = sent.filter((one) => one.status === 'rejected');
  for (const { reason } of refused) ctx.log.warn({ err: reason }, 'an alert was refused');
  if (refused.length === sent.length) throw refused[0]?.reason;
  await inTransaction(ctx, (tx) => stored.write(tx, after));
  return lines.length;
}

export function alertJobs(app: App): JobDefinition[] {
  const ctx = createCtx(app, { kind: 'job', name: 'operations' }, 'operations');
  return [
    {
      name: 'operations.alert',
      cron: '*/5 * * * *',
      async run() {
        await sendAlerts(ctx);
      },
    },
  ];
}
