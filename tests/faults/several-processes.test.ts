import { rmSync, writeFileSync } from 'node:fs';
import { connect as connectTls } from 'node:http2';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOTICE_CALLS } from '#contract/notice.ts';
import type { UploadSignature, UploadState } from '#contract/publish.ts';
import { STREAM_TYPE } from '#contract/stream.ts';
import { type Cluster, ensureDatabase, startCluster } from '#server/db/cluster.ts';
import { installTerms } from '#server/install.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { OUTBOX_JOB } from '#server/outbox/outbox.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { makeItem, makePublisher } from '../support/catalog.ts';
import { makeCertificate } from '../support/certificate.ts';
import { makePdf } from '../support/documents.ts';
import { type Nginx, startNginx } from '../support/nginx.ts';
import { copyPrepared } from '../support/prepared-site.ts';
import { quickFolder } from '../support/quick-folder.ts';
import { freePort, type Site, startSite } from '../support/site.ts';

/** Two site processes with one database and one folder behind nginx, whose configuration our command wrote. */
let dir: string;
let cluster: Cluster;
let sites: [Site, Site];
let nginx: Nginx;
let front: string;
let beside: BesideSite;
let item_id: number;

const hostOf = (site: Site) => new URL(site.url).host;
const env: Record<string, string> = {};

beforeAll(async () => {
  dir = quickFolder('cemao-several-');
  await copyPrepared(dir);
  cluster = await startCluster(join(dir, 'postgres'), { settings: { fsync: 'off' } });
  const port = await freePort();
  front = `http://127.0.0.1:${port}`;
  Object.assign(env, { DATABASE_URL: await ensureDatabase(cluster, 'cemao'), SITE_URL: front, TRUST_PROXY: '127.0.0.1' });
  sites = await Promise.all([startSite({ data_dir: dir, env }), startSite({ data_dir: dir, env })]);
  beside = await besideSite(sites[0], env);
  await installTerms(beside.booted.app);
  item_id = await makeItem(beside.ctx(), { publisher_id: await makePublisher(beside.ctx()), title: '众人之选', price_fen: 9_900 });
  nginx = await startNginx(port, '--upstream', sites.map(hostOf).join(), '--listen', String(port));
}, 240_000);
afterAll(async () => {
  await nginx?.stop();
  await beside?.stop();
  await Promise.all((sites ?? []).map((site) => site.stop()));
  await cluster?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const call = async <T>(base: string, method: string, path: string, token: string | null, body?: unknown) => {
  const answer = await fetch(`${base}/gateway${path}`, {
    method,
    headers: { platform: '4', ...(token ? { token } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as { code: number; msg: string; data: T } };
};
/** A figure of one process, asked of it directly. */
const figure = async (site: Site, name: string) => {
  const text = await (await fetch(`${site.url}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(name))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
};

it('passes pages, files, calls and their errors on, and shows figures to nobody', async () => {
  const page = await fetch(`${front}/programme/detail?id=${item_id}`, { headers: { 'accept-encoding': 'br' } });
  const html = await page.text();
  expect([page.status, page.headers.get('content-security-policy')?.includes('sha256-')]).toEqual([200, true]);
  expect(html).toContain('众人之选');
  expect(page.headers.get('content-encoding')).toBe('br');
  const script = /\/_a\/[\w./-]+\.js/.exec(html)?.[0];
  const file = await fetch(front + script);
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect((await fetch(`${front}/metrics`)).status).toBe(404);
  expect((await call(front, 'GET', '/nothing', null)).body.code).toBe(1);
  const huge = await fetch(`${front}/gateway/api/oss/signature_new`, { method: 'POST', body: Buffer.alloc(10 * 1024 ** 2) });
  expect([huge.status, await huge.json()]).toEqual([413, { code: 1, msg: '提交的内容过大', data: null }]);
});

it('purges pages in both processes, and what they remembered to make them of', async () => {
  const home = async (site: Site) => {
    const answer = await fetch(site.url);
    return { state: answer.headers.get('x-cache'), text: await answer.text() };
  };
  for (const word of ['灯光秀', '草坪派对', '剧本夜宴']) {
    // kept, so that only a purge can change it; and the settings behind it are fresh in memory
    for (const site of sites) {
      await expect.poll(async () => (await home(site)).state).toBe('HIT');
    }
    await setSetting(beside.ctx(), 'hot_words', [word]);
    for (const site of sites) await expect.poll(async () => (await home(site)).text.includes(word)).toBe(true);
  }
});

it('works on each job once and delivers each event once', async () => {
  const { pool } = beside.booted.pool;
  await pool.query(`
    create table seen (what text not null);
    create function see() returns trigger language plpgsql as $$ begin
      insert into seen values (tg_argv[0] || new.id::text);
      return new;
    end $$;
    create trigger seen after update on outbox for each row
      when (old.delivered_at is null and new.delivered_at is not null) execute function see('event ');
    create trigger seen after update on pgboss.job for each row
      when (old.state <> 'active' and new.state = 'active') execute function see('job ');`);
  try {
    const { rows } = await pool.query(
      `insert into outbox (topic, payload) select 'item.changed', '{"item_id": ${item_id}, "what": "texts"}' from generate_series(1, 30) returning id`,
    );
    await Promise.all(Array.from({ length: 16 }, () => beside.booted.app.jobs.send(OUTBOX_JOB, {})));
    const count = async (query: string) => Number((await pool.query(query)).rows[0].n);
    await expect.poll(() => count('select count(*) as n from outbox where delivered_at is null')).toBe(0);
    await expect
      .poll(() => count(`select count(*) as n from pgboss.job where name = '${OUTBOX_JOB}' and state in ('created', 'active')`))
      .toBe(0);
    expect(await count(`select count(*) as n from seen where what like 'event %'`)).toBeGreaterThanOrEqual(rows.length);
    expect(await count(`select count(distinct what) as n from seen where what like 'job %'`)).toBeGreaterThanOrEqual(16);
    expect((await pool.query('select what, count(*) from seen group by what having count(*) > 1')).rows).toEqual([]);
  } finally {
    await pool.query('drop function see cascade; drop table seen');
  }
});

it('ends a login everywhere', async () => {
  const { token } = await beside.person();
  const codeAt = async (site: Site) => (await call(site.url, 'GET', '/api/user/userinfo', token)).body.code;
  expect([await codeAt(sites[0]), await codeAt(sites[1])]).toEqual([0, 0]);
  expect((await call(sites[0].url, 'POST', '/api/user/logout', token, {})).body.code).toBe(0);
  expect(await codeAt(sites[0])).toBe(2);
  // two seconds of memory; asking does not make it longer
  await expect.poll(() => codeAt(sites[1]), { interval: 100 }).toBe(2);
});

it('goes on with an upload in the other process, and through the front', async () => {
  const { token } = await beside.person();
  const data = Buffer.concat([await makePdf({ pages: 3 }), Buffer.alloc(200_000, '\n')]);
  const signed = await call<UploadSignature>(sites[0].url, 'POST', '/api/oss/signature_new', token, {
    ...{ type: 'scheme', save_name: '方案.pdf', size: data.length },
  });
  const { upload_key, policy, signature } = signed.body.data;
  const places = [sites[0].url, sites[1].url, front];
  const step = Math.ceil(data.length / places.length);
  let state: UploadState | null = null;
  for (const [index, base] of places.entries()) {
    const before = await call<UploadState>(base, 'GET', `/upload/${upload_key}`, token);
    expect(before.body.data.received_bytes).toBe(index * step);
    const answer = await fetch(`${base}/gateway/upload/${upload_key}?offset=${index * step}`, {
      method: 'POST',
      headers: { token, 'x-upload-policy': policy, 'x-upload-signature': signature, 'content-type': 'application/octet-stream' },
      body: data.subarray(index * step, (index + 1) * step),
    });
    state = ((await answer.json()) as { data: UploadState }).data;
  }
  expect(state).toMatchObject({ status: 'done', file: { name: '方案.pdf', size_bytes: data.length } });
});

/** Follows one's messages through the front until it is left. */
async function follow(token: string) {
  const over = new AbortController();
  const answer = await fetch(`${front}/gateway${NOTICE_CALLS.stream}`, { headers: { accept: STREAM_TYPE, token }, signal: over.signal });
  expect(answer.headers.get('content-type')).toContain(STREAM_TYPE);
  let events = 0;
  const done = (async () => {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
      events += Buffer.from(chunk).toString().split('{"seq"').length - 1;
  })().catch(() => undefined);
  return {
    events: () => events,
    ended: done,
    async leave() {
      over.abort();
      await done;
    },
  };
}

it('spreads streams, and each hears what another process committed', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => beside.person()));
  const streams: Array<Awaited<ReturnType<typeof follow>>> = [];
  for (const { token } of people) streams.push(await follow(token));
  for (const site of sites) await expect.poll(() => figure(site, 'cemao_streams_open')).toBe(2);
  for (const [round, site] of sites.entries()) {
    for (const { token } of people) expect((await call(site.url, 'PUT', NOTICE_CALLS.all, token)).status).toBe(200);
    for (const stream of streams) await expect.poll(() => stream.events()).toBe(round + 1);
  }
  await Promise.all(streams.map((stream) => stream.leave()));
  for (const site of sites) await expect.poll(() => figure(site, 'cemao_streams_open')).toBe(0);
});

it('restarts one process after the other under load without a failed request', { timeout: 300_000 }, async () => {
  const { token } = await beside.person();
  const failed: string[] = [];
  let answered = 0;
  let loading = true;
  const loop = async (what: string, ask: () => Promise<Response>, pause_ms: number) => {
    while (loading) {
      try {
        const answer = await ask();
        const text = await answer.text();
        const right = what === 'page' ? text.includes('众人之选') : (JSON.parse(text) as { code: number }).code === 0;
        if (answer.status !== 200 || !right) failed.push(`${what}: ${answer.status} ${text.slice(0, 200)}`);
      } catch (error) {
        failed.push(`${what}: ${String((error as Error).cause ?? error)}`);
      }
      answered++;
      await wait(pause_ms);
    }
  };
  const headers = { token, platform: '4', 'content-type': 'application/json' };
  const quote = () => fetch(`${front}/gateway/scheme/scheme/pricelist?id=${item_id}`, { headers });
  // answered once and by the same order each time, and nginx may not send it twice
  const body = JSON.stringify({ id: item_id, balance: 0, idempotency_key: 'rolling-restart-1' });
  const order = () => fetch(`${front}/gateway/scheme/buy/order`, { method: 'POST', headers, body });
  const load = [
    ...Array.from({ length: 4 }, () => loop('page', () => fetch(`${front}/programme/detail?id=${item_id}`), 5)),
    ...Array.from({ length: 3 }, () => loop('quote', quote, 10)),
    // within its limit of 120 a minute
    loop('order', order, 700),
  ];
  try {
    const stream = await follow(token);
    for (const site of sites) {
      const before = answered;
      await expect.poll(() => answered - before).toBeGreaterThan(100);
      expect(await site.terminate()).toBe(0);
      const without = answered;
      await expect.poll(() => answered - without).toBeGreaterThan(100);
      await site.restart();
      await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200);
      // nginx has taken it back: it answers calls that nobody but nginx sends
      const calls = await figure(site, 'cemao_http_seconds_count{area="gateway"');
      await expect.poll(() => figure(site, 'cemao_http_seconds_count{area="gateway"')).toBeGreaterThan(calls + 20);
    }
    // the reader of a stream is told by its end, and comes back for the next
    await stream.ended;
  } finally {
    loading = false;
    await Promise.all(load);
  }
  expect(failed, nginx.errors()).toEqual([]);
});

it('speaks TLS and HTTP/2 with a certificate, and sends built files itself', async () => {
  const [port, http] = [await freePort(), await freePort()];
  const { cert, key } = makeCertificate('localhost');
  const files = { cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  const options = [
    '--server-name',
    'localhost',
    '--cert',
    files.cert,
    '--key',
    files.key,
    '--listen',
    String(port),
    '--http',
    String(http),
  ];
  const built = join(process.cwd(), 'dist/client');
  const secure = await startNginx(http, '--upstream', sites.map(hostOf).join(), ...options, '--static', built);
  try {
    const html = await (await fetch(`${front}/`)).text();
    const script = /\/_a\/[\w./-]+\.js/.exec(html)?.[0] ?? '';
    const answers: Record<string, Record<string, unknown>> = {};
    const session = connectTls(`https://127.0.0.1:${port}`, { ca: cert, servername: 'localhost', rejectUnauthorized: true });
    try {
      for (const path of ['/', script, '/_a/none.js']) {
        const request = session.request({ ':path': path });
        answers[path] = await new Promise((resolve, reject) => request.once('response', resolve).once('error', reject));
        request.resume();
      }
    } finally {
      session.close();
    }
    expect(answers['/']).toMatchObject({ ':status': 200, 'x-frame-options': 'DENY' });
    expect(answers[script]).toMatchObject({
      ...{ ':status': 200, 'x-content-type-options': 'nosniff', 'cache-control': 'public, max-age=31536000, immutable' },
      'content-type': 'text/javascript',
    });
    // from nginx: no process gave it a number
    expect(answers[script]).not.toHaveProperty('x-request-id');
    expect(answers['/_a/none.js']).toMatchObject({ ':status': 404, 'x-request-id': expect.any(String) });
    const plain = await fetch(`http://127.0.0.1:${http}/search?keyword=a`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([308, `https://127.0.0.1:${port}/search?keyword=a`]);
  } finally {
    await secure.stop();
  }
});

it('says in our own words that nobody is there', async () => {
  for (const site of sites) await site.terminate();
  const answer = await call(front, 'GET', '/index/index/nowtime', null);
  expect(answer).toEqual({ status: 503, body: { code: 1, msg: '当前服务器繁忙，请稍后再试~', data: null } });
  const page = await fetch(front);
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('当前服务器繁忙');
});
