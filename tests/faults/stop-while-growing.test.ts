import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { detailPath, KINDS, type KindFacts } from '#contract/kinds.ts';
import { type Site, startSite } from '../support/site.ts';
import { siteDatabaseUrl } from '../support/site-database.ts';

const STOP_MS = 10_000;

let site: Site;
beforeAll(async () => {
  // the first works are drawn before the first answer
  site = await startSite({ env: { SEED: '1' }, ready_ms: 300_000 });
}, 360_000);
afterAll(() => site?.stop());

/** Looks by a connection of its own that holds nothing afterwards. */
async function firstOf<Row extends object>(question: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: await siteDatabaseUrl(site) });
  await client.connect();
  try {
    return (await client.query<Row>(question)).rows[0];
  } finally {
    await client.end();
  }
}

/** Works on sale so far, of whatever kind. */
const worksOnSale = async () => (await firstOf<{ n: number }>("select count(*)::int as n from items where status = 'published'"))?.n ?? 0;

/** Page of the work that came last. */
async function newestPage(): Promise<string> {
  const sold = Object.values<KindFacts>(KINDS).filter(({ sale }) => sale);
  const newest = await firstOf<{ id: number; kind: number }>(
    `select id::int, kind from items where status = 'published' and kind in (${sold.map(({ code }) => code)}) order by published_at desc, id desc limit 1`,
  );
  const kind = sold.find(({ code }) => code === newest?.kind);
  if (!newest || !kind) throw new Error('nothing is on sale');
  return detailPath(kind, newest.id);
}

async function untilMoreThan(works: number): Promise<number> {
  for (const deadline = Date.now() + 120_000; ; await wait(500)) {
    const now = await worksOnSale();
    if (now > works) return now;
    if (Date.now() > deadline) throw new Error(`still ${now} works\n${site.logs()}`);
  }
}

it('answers while the demo world grows, stops within ten seconds, says nothing, and goes on growing after the next start', async () => {
  // those that stand at the first answer are not what is stopped
  const before = await untilMoreThan(await worksOnSale());
  for (const page of ['/', await newestPage()]) expect([page, (await fetch(`${site.url}${page}`)).status]).toEqual([page, 200]);
  const at_ms = Date.now();
  expect(await site.terminate()).toBe(0);
  expect(Date.now() - at_ms).toBeLessThan(STOP_MS);
  expect(site.logs()).not.toMatch(/"level":[456]0|terminating connection|job queue/);
  await site.restart();
  await untilMoreThan(before);
  expect(site.logs()).not.toMatch(/"level":[456]0/);
});

/** Processes of this site that draw. */
function drawers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
        return parent === site.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('drawing-child') ? [Number(pid)] : [];
      } catch {
        return []; // ended meanwhile
      }
    });
}

const lives = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('drawing-child');
  } catch {
    return false;
  }
};

/** What would be wrong after a kill, in numbers that are all 0. */
const halfDone = () =>
  firstOf<Record<string, number>>(`select
    (select count(*)::int from renderings where failures > 0 or failure <> '') as blamed,
    (select count(*)::int from pgboss.job where state = 'failed') as given_up,
    (select count(*)::int from items i join item_files f on f.item_id = i.id where i.status = 'published' and f.page_count > 0
      and f.page_count <> (select count(*) from item_pages p where p.item_id = i.id)) as pages_missing,
    (select count(*)::int from items where status = 'failed') as failed,
    (select count(*)::int from items i where i.status <> 'published' and i.id in
      (select w.value::bigint from site_settings s, jsonb_each_text(s.value -> 'works') w where s.key = 'demo_world')) as told_but_not_on_sale`);

it('D14 kills while the demo draws blame no work, leave none half done and no drawing process, and the world goes on', {
  timeout: 600_000,
}, async () => {
  for (let kill = 1; kill <= 4; kill++) {
    await untilMoreThan(await worksOnSale());
    await expect.poll(() => drawers().length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
    await wait((kill * 137) % 600);
    const drawing = drawers();
    await site.kill9();
    await expect.poll(() => drawing.filter(lives), { timeout: 5_000 }).toEqual([]);
    // as if half a minute had passed: the dead worker's jobs are silent
    await firstOf(`update pgboss.job set heartbeat_on = heartbeat_on - interval '60 seconds' where state = 'active' returning 1 as n`);
    await site.restart();
  }
  await untilMoreThan(await worksOnSale());
  expect(await halfDone()).toEqual({ blamed: 0, given_up: 0, pages_missing: 0, failed: 0, told_but_not_on_sale: 0 });
});
