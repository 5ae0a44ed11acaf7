import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { lookAtReplica } from '#server/cli/doctor/repo.ts';
import { type Cluster, ensureDatabase, startCluster } from '#server/db/cluster.ts';
import { openReplica } from '#server/db/replica.ts';
import { emit } from '#server/outbox/outbox.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { makeItem, makePublisher } from '../support/catalog.ts';
import { copyPrepared } from '../support/prepared-site.ts';
import { quickFolder } from '../support/quick-folder.ts';
import { type Site, startSite } from '../support/site.ts';
import { type Standby, startStandby } from '../support/standby.ts';

/** A site whose pages are read from a streaming replica: real servers, one stopped, killed and behind as the test wants it. */
let dir: string;
let cluster: Cluster;
let standby: Standby;
let site: Site;
let beside: BesideSite;
const items: number[] = [];

beforeAll(async () => {
  dir = quickFolder('cemao-replica-');
  await copyPrepared(dir);
  cluster = await startCluster(join(dir, 'postgres'), { settings: { fsync: 'off' } });
  const DATABASE_URL = await ensureDatabase(cluster, 'cemao');
  standby = await startStandby(join(dir, 'postgres'), cluster);
  site = await startSite({ data_dir: dir, env: { DATABASE_URL, DATABASE_REPLICA_URL: standby.url('cemao') } });
  beside = await besideSite(site, { DATABASE_URL });
  const publisher_id = await makePublisher(beside.ctx());
  for (let n = 0; n < 40; n++) items.push(await makeItem(beside.ctx(), { publisher_id, title: `方案第${n}号` }));
}, 240_000);
afterAll(async () => {
  await beside?.stop();
  await site?.stop();
  await standby?.stop();
  await cluster?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Pages so far, by where they were read. */
async function reads(): Promise<{ replica: number; primary: number; second: number }> {
  const text = await (await fetch(`${site.url}/metrics`)).text();
  const of = (where: string) => Number(new RegExp(`^cemao_page_reads_total\\{where="${where}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return { replica: of('replica'), primary: of('primary'), second: of('second') };
}
const open = async (id: number) => {
  const answer = await fetch(`${site.url}/programme/detail?id=${id}`);
  return { status: answer.status, text: await answer.text() };
};
let next = 0;
/** A page that nobody has asked for yet, so that it is rendered. */
const openNew = () => open(items[next++ % items.length] as number);
/** The kept pages are gone afterwards. */
const retitle = (id: number, title: string) =>
  inTransaction(beside.ctx(), async (tx) => {
    await tx.db.execute(sql`update items set title = ${title} where id = ${id}`);
    await emit(tx, 'item.changed', { item_id: id, what: 'texts', codes: [] });
  });
const scans = async () => {
  const client = new pg.Client({ connectionString: standby.url('cemao') });
  await client.connect();
  const { rows } = await client
    .query("select sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as n from pg_stat_user_tables where relname = 'items'")
    .finally(() => client.end());
  return Number(rows[0].n);
};
/** Opens pages until one more was read there. */
const untilReadAt = async (where: 'replica' | 'primary') => {
  const before = (await reads())[where];
  await expect
    .poll(
      async () => {
        await retitle(items[0] as number, `方案 ${where}`);
        expect((await open(items[0] as number)).status).toBe(200);
        return (await reads())[where];
      },
      { interval: 200 },
    )
    .toBeGreaterThan(before);
};

it('is what doctor finds: a copy of this database that follows', async () => {
  const { database_url, app } = beside.booted;
  const look = (url: string) => lookAtReplica(url, database_url, app.config.secrets);
  expect(await look(standby.url('cemao'))).toEqual({ follows: true, ours: true, level: true });
  expect(await look(standby.url('postgres'))).toEqual({ follows: true, ours: false, level: null });
  expect(await look(database_url)).toMatchObject({ follows: false });
});

it('reads pages from the replica, while calls go to the database', async () => {
  await untilReadAt('replica');
  const before = await scans();
  await untilReadAt('replica');
  // statistics of a session arrive a moment after its statement
  await expect.poll(scans).toBeGreaterThan(before);
});

it('builds no page of a replica that lacks the change for which the page was purged', async () => {
  const id = items[20] as number;
  expect((await open(id)).text).toContain('方案第20号');
  await standby.pause();
  try {
    const before = await reads();
    await retitle(id, '雪山婚礼');
    // read from the replica, the old title would be kept for five minutes
    await expect.poll(async () => (await open(id)).text.includes('雪山婚礼')).toBe(true);
    for (let n = 0; n < 5; n++) expect((await openNew()).status).toBe(200);
    const after = await reads();
    expect(after.primary - before.primary).toBeGreaterThanOrEqual(5);
  } finally {
    await standby.resume();
  }
  await untilReadAt('replica');
  expect((await open(id)).text).toContain('雪山婚礼');
});

it('shows pages while the replica is away, and goes back to it', async () => {
  await standby.kill();
  const before = await reads();
  for (let n = 0; n < 5; n++) expect((await openNew()).status).toBe(200);
  await retitle(items[21] as number, '灯会');
  await expect.poll(async () => (await open(items[21] as number)).text.includes('灯会')).toBe(true);
  const after = await reads();
  expect(after.primary + after.second).toBeGreaterThan(before.primary + before.second);
  await standby.start();
  await untilReadAt('replica');
  expect(site.logs()).toContain('read replica left alone');
});

it('asks the database what the replica may not do, and takes no other database for it', async () => {
  const { pool, app } = beside.booted;
  const warned: string[] = [];
  const log = Object.assign(Object.create(app.log), { warn: (what: { err: string }) => warned.push(what.err) });
  const wish = { connections: 2, primary: pool, log, isOurs: async () => true };
  const right = openReplica({ ...wish, url: standby.url('cemao') });
  const itself = openReplica({ ...wish, url: beside.booted.database_url });
  const strange = openReplica({ ...wish, url: standby.url('cemao'), isOurs: async () => false });
  try {
    await expect.poll(async () => (await right.choose()) !== pool.db).toBe(true);
    const db = await right.choose();
    await db.execute(sql`create table made_by_a_page (n int)`);
    expect(right.counters.second).toBeGreaterThan(0);
    await pool.db.execute(sql`drop table made_by_a_page`);
    // a wrong statement stays wrong
    await expect(db.execute(sql`select * from nowhere`)).rejects.toThrow();
    // each change is waited for anew
    await standby.pause();
    right.changed();
    await pool.db.execute(sql`create table a_change (n int)`);
    right.changed();
    expect((await right.choose()) === pool.db).toBe(true);
    await standby.resume();
    await expect.poll(async () => (await right.choose()) !== pool.db).toBe(true);
    await pool.db.execute(sql`drop table a_change`);
    expect((await itself.choose()) === pool.db).toBe(true);
    expect((await strange.choose()) === pool.db).toBe(true);
    expect(warned.join()).toMatch(/takes writes itself.*another database/);
  } finally {
    await Promise.all([right, itself, strange].map((one) => one.close()));
  }
});
