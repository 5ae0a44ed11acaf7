import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CALLS, type SystemFacts } from '#contract/operations.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { statement } from '#server/db/statement.ts';
import { LoopWatch } from '#server/http/loop-watch.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { pageCacheOf } from '#server/http/page-cache.ts';
import { ProcessSampler } from '#server/http/process-sampler.ts';
import { certificateOf, notePublicAccounts, operationsJobs } from '#server/modules/operations/index.ts';
import { tidyServerLog } from '#server/modules/operations/jobs.ts';
import { process_samples } from '#server/modules/operations/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { systemCsv, systemFacts } from '#server/views/admin/system.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { selfSigned } from '../support/self-signed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const t = testApp();
let operator: Person;
const watch = new LoopWatch();
let sampler: ProcessSampler;
beforeAll(async () => {
  operator = await makePerson(t, { roles: ['operator'] });
  sampler = new ProcessSampler(t.app, t.booted.pool, watch);
});
afterAll(async () => {
  sampler.stop();
});

const facts = async () => (await t.call<SystemFacts>('GET', SYSTEM_CALLS.facts, { token: operator.token })).body.data as SystemFacts;
const chart = async (key: string) => (await facts()).charts.find((one) => one.key === key)?.about;

describe('before the site is opened', () => {
  const open = async () => (await facts()).opening.filter(({ done }) => !done).map(({ title }) => title);

  it('has everything open on a machine of one’s own, with what to do and where', async () => {
    await inTransaction(t.ctx(), (tx) => notePublicAccounts(tx, ['13800000001']));
    const { opening } = await facts();
    expect(await open()).toEqual(opening.map(({ title }) => title));
    expect(opening.every(({ text }) => text.length > 5)).toBe(true);
    expect(opening.find(({ title }) => title === '主办单位与备案')?.href).toBe('/admin/settings?q=site_filings');
  });

  it('takes as done what it sees done: filings, telephone, a second admin, a backup and its rehearsal, the demo gone', async () => {
    const admin = await makePerson(t, { roles: ['admin'] });
    expect(await open()).toContain('两位管理员');
    await makePerson(t, { roles: ['admin'] });
    await setSetting(t.ctx(), 'site_filings', { company: '上海一家公司', icp: '沪ICP备2026000000号-1', police: '', licence: '' });
    await setSetting(t.ctx(), 'customer_service', { phone: '400 800 1234', hours: '每天' });
    await inTransaction(t.ctx(), (tx) => notePublicAccounts(tx, []));
    const left = await open();
    for (const title of ['主办单位与备案', '客服电话', '两位管理员', '演示数据']) expect(left, title).not.toContain(title);
    // a folder for backups is not yet a backup, keys are not yet a payment
    expect(left).toEqual(expect.arrayContaining(['收款', '短信', '备份', '恢复演练']));
    const { config } = t.app;
    const providers = { ...config.providers, wechat: {} as never, sms: {} as never };
    const { opening } = await systemFacts(createCtx({ ...t.app, config: { ...config, providers } }, admin.actor, 'test'));
    for (const text of ['还没有人付过款', '还没有人收到过验证码'])
      expect(
        opening.some((step) => !step.done && step.text.includes(text)),
        text,
      ).toBe(true);
  });
});

describe('the last 24 hours', () => {
  it('come from what processes tell of themselves: requests, errors, times, cache', async () => {
    for (let n = 0; n < 95; n++) sampler.answered('gateway', 200, 15);
    for (let n = 0; n < 5; n++) sampler.answered('gateway', 503, 800);
    for (let n = 0; n < 20; n++) sampler.answered('page', 200, 40);
    const { counters } = pageCacheOf(t.app);
    counters.hit += 75;
    counters.miss += 25;
    await sampler.write();
    // 100 calls, and 20 pages beside 75 of the cache, in ten minutes
    expect(await chart('requests')).toContain('网关最高 10；页面最高 9.5');
    expect(await chart('errors')).toContain('出错最高 5');
    expect(await chart('cache')).toContain('命中最高 75');
    expect(await chart('gateway')).toMatch(/一半快于最高 15(\.\d)?；95% 快于最高 20/);
    expect(await chart('pages')).toMatch(/一半快于最高 42\.5/);
    expect((await facts()).processes).toBe(1);
  });

  it('begin anew with each row, and add up the rows of several processes', async () => {
    await sampler.write();
    const rows = await t.app.db.select().from(process_samples);
    expect(rows.at(-1)?.figures).toMatchObject({ areas: {}, cache: { hit: 0, stale: 0, miss: 0 } });
    const [first] = rows;
    await t.app.db.insert(process_samples).values({ process: 'another:1', at: t.clock.now(), figures: first?.figures ?? {} });
    expect(await chart('requests')).toContain('网关最高 20');
    expect((await facts()).processes).toBe(2);
  });

  it('A0 name the call that held the event loop, for an hour', async () => {
    const call = watch.began('POST /user/chat/send');
    const from = process.threadCpuUsage().user;
    while (process.threadCpuUsage().user - from < 300_000);
    watch.ended(call);
    watch.look();
    await sampler.write();
    const said = expect.stringMatching(/^事件循环被占用 \d{3,4} 毫秒：POST \/user\/chat\/send$/);
    expect((await facts()).warnings).toContainEqual(said);
    t.clock.advance_ms(2 * 3_600_000);
    expect((await facts()).warnings).not.toContainEqual(said);
  });

  it('end: older rows are not drawn, and those of more than two weeks go', async () => {
    t.clock.advance_ms(25 * 3_600_000);
    expect(await chart('requests')).toContain('网关没有记录');
    expect((await facts()).processes).toBe(0);
    const tidy = () =>
      operationsJobs(t.app)
        .find(({ name }) => name === 'operations.tidy')
        ?.run({}, new AbortController().signal);
    await tidy();
    expect((await t.app.db.select().from(process_samples)).length).toBeGreaterThan(0);
    t.clock.advance_ms(14 * 86_400_000);
    await tidy();
    expect(await t.app.db.select().from(process_samples)).toEqual([]);
  });

  it('tell how many waited for a connection', async () => {
    const { pool } = t.booted.pool;
    const held = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()));
    const waiting = [pool.query('select 1'), pool.query('select 1'), pool.query('select 1')];
    sampler.look();
    for (const client of held) client.release();
    await Promise.all(waiting);
    await sampler.write();
    expect(await chart('pool')).toContain('最多同时最高 3');
  });
});

it('slow statements are found however they are asked, without their values, and shown', async () => {
  const named = statement('test_slow', 'select pg_sleep(0.08), $1::text as named');
  await t.booted.pool.pool.query("select pg_sleep(0.08), 'secret' as plain");
  await t.app.db.execute(sql`select pg_sleep(0.08), ${'secret'}::text as built`);
  await inTransaction(t.ctx(), async (tx) => {
    await named(tx.db, ['secret']);
  });
  await expect(t.booted.pool.pool.query('select pg_sleep(0.08), 1 / (random() * 0) as failed')).rejects.toThrow('division');
  await new Promise<void>((resolve, reject) => {
    t.booted.pool.pool.query('select pg_sleep(0.08), 7 as called', (error: Error | undefined) => (error ? reject(error) : resolve()));
  });
  await sampler.write();
  const { slow } = await facts();
  for (const name of ['plain', 'built', 'named', 'failed', 'called']) {
    const found = slow.filter(({ text }) => text.endsWith(`as ${name}`));
    expect([name, found]).toEqual([
      name,
      [{ text: expect.stringContaining('pg_sleep(?)'), times: 1, mean_ms: expect.any(Number), max_ms: expect.any(Number) }],
    ]);
  }
  expect(JSON.stringify(slow)).not.toContain('secret');
  const csv = await systemCsv(createCtx(t.app, operator.actor, 'test'), 'slow');
  expect(csv).toMatch(/^\ufeff语句,次数,平均（毫秒）,最长（毫秒）\r\n/);
  expect(csv.split('\r\n')).toHaveLength(slow.length + 2);
  expect(await systemCsv(createCtx(t.app, operator.actor, 'test'), 'backups')).toMatch(/^\ufeff开始,结束,事项,结果/);
});

it('says versions, disks and that a site without https has no certificate', async () => {
  const found = await facts();
  expect(found.versions).toEqual({
    site: expect.stringMatching(/^\d+\./),
    node: process.versions.node,
    database: expect.stringMatching(/^1[5-9]|^[2-9]\d/),
  });
  expect(found.disks).toEqual([
    { title: '数据目录', free_bytes: expect.any(Number), total_bytes: expect.any(Number), low: expect.any(Boolean) },
  ]);
  expect(found.certificate).toBeNull();
  expect(found.backup).toMatchObject({ scheduled: false, same_disk: true, runs: [] });
});

it('reads a certificate: when it ends, whether it is trusted, and that nobody answers', async () => {
  const server = createServer(selfSigned);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  try {
    expect(await certificateOf(`https://localhost:${port}`)).toEqual({
      ends_at: new Date(selfSigned.ends_at),
      fault: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(await certificateOf(`https://127.0.0.1:${port}`)).toMatchObject({ ends_at: new Date(selfSigned.ends_at) });
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  expect(await certificateOf(`https://127.0.0.1:${port}`)).toEqual({ ends_at: null, fault: 'ECONNREFUSED' });
});

it('bounds the log of the embedded database while the server holds it open, and leaves that of another alone', () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'cemao-log-'));
  try {
    mkdirSync(join(data_dir, 'postgres'));
    const log = join(data_dir, 'postgres/server.log');
    writeFileSync(log, 'x'.repeat(100));
    expect(tidyServerLog({ database_url: null, data_dir }, 100)).toBe(false);
    appendFileSync(log, 'y');
    expect(tidyServerLog({ database_url: 'postgres://elsewhere/cemao', data_dir }, 100)).toBe(false);
    expect(tidyServerLog({ database_url: null, data_dir }, 100)).toBe(true);
    expect([statSync(log).size, statSync(`${log}.1`).size]).toEqual([0, 101]);
  } finally {
    rmSync(data_dir, { recursive: true, force: true });
  }
});

it('the page for operators names every figure of ours, and no other', async () => {
  const text = await createMetrics(t.app, t.booted.pool).text();
  const given = [...text.matchAll(/^# HELP (cemao_\w+)/gm)].map(([, name]) => name);
  const page = readFileSync(join(root, 'docs/operations/monitoring.md'), 'utf8');
  const told = [...page.matchAll(/^\| `(cemao_\w+)`/gm)].map(([, name]) => name);
  expect(told.toSorted()).toEqual(given.toSorted());
});
