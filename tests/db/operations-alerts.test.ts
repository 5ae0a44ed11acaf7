import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { readConfig } from '#server/config/config.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { createWebhook } from '#server/providers/alert/webhook.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import { alertNews, isQuiet, sendAlerts } from '#server/views/admin/alerts.ts';
import { testApp } from '../support/app.ts';

const t = testApp();
let robot: Server;
const heard: string[] = [];
let answer: { status: number; body: string } = { status: 200, body: '{"errcode":0}' };
beforeAll(async () => {
  // the queue makes its tables with the first job
  await t.app.jobs.send('test.none', {});
  robot = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      heard.push(Buffer.concat(parts).toString());
      res.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => robot.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  robot.close();
});
beforeEach(() => {
  heard.length = 0;
});

const mails: Mail[] = [];
let mail_works = true;
/** A caller of a site with a robot, with mail, and with backups that are wanted and never made. */
const teller = (by: { robot: boolean }) => {
  const { port } = robot.address() as AddressInfo;
  const { app } = t;
  const mail = {
    name: 'smtp',
    send: async (one: Mail) => {
      if (!mail_works) throw new Error('the server is away');
      mails.push(one);
    },
  };
  const alert = by.robot
    ? createWebhook({ url: `http://127.0.0.1:${port}/robot?key=secret` })
    : { name: 'none', send: async () => undefined };
  const config = { ...app.config, local: false, backup_dir: null };
  return createCtx({ ...app, config, providers: { ...app.providers, alert, mail } }, { kind: 'job', name: 'test' }, 'test');
};
const wish = (mail: string, quiet: [number, number]) =>
  setSetting(t.ctx(), 'alerts', { mail, quiet_from: quiet[0], quiet_until: quiet[1] });

it('tells what the console warns of and what to do, once a day while it lasts', async () => {
  await wish('', [0, 0]);
  const ctx = teller({ robot: true });
  expect(await sendAlerts(ctx)).toBe(1);
  expect(JSON.parse(heard[0] ?? '')).toMatchObject({
    msgtype: 'text',
    text: { content: expect.stringContaining('请设置环境变量 BACKUP_DIR') },
  });
  expect(heard[0]).toContain('/admin/system');
  expect(await sendAlerts(ctx)).toBe(0);
  t.clock.advance_ms(23 * 3_600_000);
  expect(await sendAlerts(ctx)).toBe(0);
  t.clock.advance_ms(3_600_000);
  expect(await sendAlerts(ctx)).toBe(1);
  expect(heard).toHaveLength(2);
});

it('says when it is over', async () => {
  const ctx = teller({ robot: true });
  const fine = createCtx({ ...ctx.app, config: { ...ctx.app.config, local: true } }, ctx.actor, 'test');
  // some come and go
  expect(await sendAlerts(fine)).toBe(0);
  expect(await sendAlerts(ctx)).toBe(0);
  expect(await sendAlerts(fine)).toBe(0);
  expect(await sendAlerts(fine)).toBe(1);
  expect(heard).toHaveLength(1);
  expect(heard[0]).toContain('已恢复：没有自动备份');
  expect(await sendAlerts(fine)).toBe(0);
});

it.each([
  ['is away', { status: 503, body: '' }],
  ['refuses with 200', { status: 200, body: '{"errcode":93000,"errmsg":"invalid webhook url"}' }],
  ['refuses as 飞书 does', { status: 200, body: '{"code":19001,"msg":"param invalid"}' }],
])('tells it again when the other side %s, and has not told it until then', async (_how, refusal) => {
  const ctx = teller({ robot: true });
  answer = refusal;
  await expect(sendAlerts(ctx)).rejects.toThrow('webhook');
  answer = { status: 200, body: 'ok' };
  expect(await sendAlerts(ctx)).toBe(1);
  const fine = createCtx({ ...ctx.app, config: { ...ctx.app.config, local: true } }, ctx.actor, 'test');
  await sendAlerts(fine);
  await sendAlerts(fine);
});

it('tells by mail beside the robot, or alone; one that took it is enough', async () => {
  await wish('ops@example.com', [0, 0]);
  const ctx = teller({ robot: true });
  mail_works = false;
  expect(await sendAlerts(ctx)).toBe(1);
  expect(await sendAlerts(ctx)).toBe(0);
  mail_works = true;
  t.clock.advance_ms(86_400_000);
  expect(await sendAlerts(teller({ robot: false }))).toBe(1);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: 'ops@example.com', subject: expect.stringContaining('没有自动备份') });
  expect(mails[0]?.html).not.toContain('\n');
});

it('waits in quiet hours, and tells afterwards', async () => {
  t.clock.advance_ms(86_400_000);
  const now = (t.clock.now().getUTCHours() + 8) % 24;
  await wish('', [now, (now + 1) % 24]);
  const ctx = teller({ robot: true });
  expect(await sendAlerts(ctx)).toBe(0);
  t.clock.advance_ms(3_600_000);
  expect(await sendAlerts(ctx)).toBe(1);
});

it('knows hours over midnight, and none where both are the same', () => {
  const quiet = (from: number, until: number) => Array.from({ length: 24 }, (_, now) => now).filter((now) => isQuiet(now, from, until));
  expect(quiet(22, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 22, 23]);
  expect(quiet(1, 3)).toEqual([1, 2]);
  expect(quiet(5, 5)).toEqual([]);
});

it('takes a sentence whose numbers change for the same, and remembers few', () => {
  const first = alertNews({}, ['只剩 4.9 GB（共 40.0 GB）'], 1_000);
  expect(first.fresh).toHaveLength(1);
  expect(alertNews(first.after, ['只剩 4.8 GB（共 40.0 GB）'], 2_000)).toMatchObject({ fresh: [], over: [] });
  const many = Array.from({ length: 500 }, (_, n) => `问题${String.fromCharCode(0x4e00 + n)}`);
  expect(Object.keys(alertNews({}, many, 1_000).after)).toHaveLength(50);
});

it('writes as 飞书 wants it to 飞书', async () => {
  const asked: unknown[] = [];
  const before = globalThis.fetch;
  globalThis.fetch = (async (_url: string, { body }: RequestInit) => {
    asked.push(JSON.parse(String(body)));
    return Response.json({ code: 0 });
  }) as typeof fetch;
  try {
    await createWebhook({ url: 'https://open.feishu.cn/open-apis/bot/v2/hook/x' }).send('你好');
    await createWebhook({ url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x' }).send('你好');
  } finally {
    globalThis.fetch = before;
  }
  expect(asked).toEqual([
    { msg_type: 'text', content: { text: '你好' } },
    { msgtype: 'text', text: { content: '你好' } },
  ]);
});

it('refuses an address that is none', () => {
  const env = { DATA_DIR: t.config.data_dir, SITE_URL: 'http://127.0.0.1:4321' };
  expect(() => readConfig({ ...env, ALERT_URL: 'example.com/robot' })).toThrow('ALERT_URL');
  expect(readConfig({ ...env, ALERT_URL: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x' }).providers.alert?.url).toContain(
    'key=x',
  );
});
