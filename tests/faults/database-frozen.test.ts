import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { choosePlace } from '#server/db/cluster-place.ts';
import { isDatabaseUnavailable, openPool } from '#server/db/pool.ts';
import { readPostmaster } from '#server/db/postmaster.ts';
import { createLog } from '#server/kernel/log.ts';
import { type Site, startSite } from '../support/site.ts';
import { siteDatabaseUrl } from '../support/site-database.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

/** The server of the site's database and everything that it started. */
async function postgresPids(): Promise<number[]> {
  const { folder } = await choosePlace(join(site.data_dir, 'postgres'));
  const main = readPostmaster(join(folder, 'cluster', 'pgdata'))?.pid ?? 0;
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === main;
    } catch {
      return false;
    }
  });
  return [main, ...children.map(Number)];
}

/** A call that needs the database each time. */
async function ask(): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const { status } = await fetch(`${site.url}/gateway/scheme/index/detail?id=${1 + Math.floor(Math.random() * 1e9)}`);
  return { status, ms: performance.now() - began };
}

/** A statement waits eight seconds at most, and its call may ask for one more connection, which takes five; the rest is the machine's. */
const BOUND_MS = 20_000;

it('O16 with a frozen database every call is answered 503 within a bound, nothing half is written, and all goes on with it', async () => {
  const url = await siteDatabaseUrl(site);
  const { db, close } = openPool(url, 2, createLog('silent'));
  let pids: number[] = [];
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) process.kill(pid, name);
  };
  let frozen = false;
  try {
    await db.execute(sql`create table frozen (what text)`);
    // idle connections, which look as good as ever
    expect(new Set((await Promise.all(Array.from({ length: 30 }, ask))).map(({ status }) => status))).toEqual(new Set([404]));
    let calls: ReturnType<typeof ask>[] = [];
    let began = 0;
    const written = db.transaction(async (tx) => {
      await tx.execute(sql`insert into frozen values ('first half')`);
      pids = await postgresPids();
      expect(pids.length).toBeGreaterThan(3);
      frozen = true;
      signal('SIGSTOP');
      began = performance.now();
      calls = Array.from({ length: 30 }, ask);
      await tx.execute(sql`insert into frozen values ('second half')`);
    });
    const error = await written.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(performance.now() - began).toBeLessThan(BOUND_MS);
    const answered = await Promise.all(calls);
    const later = await Promise.all(Array.from({ length: 5 }, ask));
    for (const { status, ms } of [...answered, ...later]) {
      expect(status).toBe(503);
      expect(ms).toBeLessThan(BOUND_MS);
    }
    signal('SIGCONT');
    frozen = false;
    for (const until = performance.now() + 30_000; (await ask()).status !== 404; ) expect(performance.now()).toBeLessThan(until);
    expect((await db.execute(sql`select what from frozen`)).rows).toEqual([]);
  } finally {
    if (frozen) signal('SIGCONT');
    await close();
  }
});

it('a statement that is merely long is left alone while the database answers', async () => {
  const { db, close } = openPool(await siteDatabaseUrl(site), 1, createLog('silent'));
  try {
    const { rows } = await db.execute<{ slept: number }>(sql`select 1 as slept from pg_sleep(9)`);
    expect(rows).toEqual([{ slept: 1 }]);
  } finally {
    await close();
  }
});
