import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { choosePlace } from '#server/db/cluster-place.ts';
import { type Site, startSite } from '../support/site.ts';
import { siteDatabaseUrl } from '../support/site-database.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

interface Answer {
  status: number;
  code: number | null;
  type: string;
  request_id: unknown;
}

/** A call that needs the database each time. */
async function ask(): Promise<Answer> {
  const response = await fetch(`${site.url}/gateway/scheme/index/detail?id=${1 + Math.floor(Math.random() * 1e9)}`);
  const text = await response.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as { code: number; request_id?: unknown }) : null;
  return {
    status: response.status,
    code: body?.code ?? null,
    type: response.headers.get('content-type') ?? '',
    request_id: body?.request_id,
  };
}

/** Stops or starts the server under the site, with the server's own means and at the same port. */
async function server(action: 'stop' | 'start') {
  const dir = join(site.data_dir, 'postgres');
  const { bin, identity, folder } = await choosePlace(dir);
  const data = join(folder, 'cluster', 'pgdata');
  const args = action === 'stop' ? ['-m', 'immediate'] : ['-l', join(folder, 'server.log'), '-o', options];
  if (action === 'stop')
    options = readFileSync(join(data, 'postmaster.opts'), 'utf8')
      .replace(/^\S+/, '')
      .replace(/"-D" "[^"]*"/, '')
      .trim();
  await promisify(execFile)(bin.pg_ctl, [action, '-w', '-D', data, ...args], { ...identity, cwd: '/' });
}
let options = '';

it('answers 503 with the envelope while the database is away, and recovers without a restart', async () => {
  const pid = site.pid;
  const answers: Answer[] = [];
  let loading = true;
  const load = Array.from({ length: 16 }, async () => {
    while (loading) answers.push(await ask());
  });
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  const until = async (done: () => boolean, what: string) => {
    for (const deadline = Date.now() + 60_000; !done(); ) {
      if (Date.now() > deadline) throw new Error(`never: ${what}; last ${JSON.stringify(answers.at(-1))}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  try {
    await until(() => answers.length > 50, 'load');
    expect(answers.every(({ status }) => status === 404)).toBe(true);
    await server('stop');
    await until(() => count(503) > 50, '503');
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    await server('start');
    const before = answers.length;
    await until(() => answers.slice(before).filter((answer) => answer.status === 404).length > 50, 'recovery');
    await until(() => answers.slice(-30).every((answer) => answer.status === 404), 'no more 503');
  } finally {
    loading = false;
    await Promise.all(load);
  }
  expect(site.pid).toBe(pid);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  const failed = answers.filter((answer) => answer.status >= 500);
  expect(failed.every((answer) => answer.status === 503 && answer.code === 1 && answer.type.includes('json') && answer.request_id)).toBe(
    true,
  );
});

it('goes on with background jobs after the database came back', async () => {
  await server('stop');
  await server('start');
  // found by the minute's tick of the queue
  const client = new pg.Client({ connectionString: await siteDatabaseUrl(site) });
  await client.connect();
  try {
    await client.query("insert into outbox (topic, payload) values ('item.changed', '{\"item_id\": 1}')");
    const waiting = async () => Number((await client.query('select count(*) as n from outbox where delivered_at is null')).rows[0].n);
    for (const deadline = Date.now() + 120_000; (await waiting()) > 0; ) {
      if (Date.now() > deadline) throw new Error('the event was never delivered');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } finally {
    await client.end();
  }
  expect(await site.terminate()).toBe(0);
  expect(site.logs()).not.toMatch(/uncaught|unhandled/i);
});
