import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { detailPath, KINDS, type KindFacts } from '#contract/kinds.ts';
import { openBrowser } from '../support/browser.ts';
import { rounds } from '../support/long.ts';
import { type Site, startSite } from '../support/site.ts';
import { siteDatabaseUrl } from '../support/site-database.ts';

const STOP_MS = 10_000;

/** Works of the menu; demands and jobs are no works. */
const LISTED = [KINDS.scheme, KINDS.ppt, KINDS.sample, KINDS.design, KINDS.resource, KINDS.article, KINDS.course];
const DETAILS = Object.values(KINDS).map(({ paths }) => paths.detail);

/** One world for all of these tests, because its first works are dear to draw: each goes on from where the one before left it. */
let site: Site;
let browser: Browser;
beforeAll(async () => {
  // the first works are drawn before the first answer
  site = await startSite({ env: { SEED: '1' }, ready_ms: 300_000 });
  browser = await openBrowser();
}, 360_000);
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const htmlOf = async (path: string) => (await fetch(site.url + path)).text();
/** Addresses of works with what their cards say. */
const worksIn = (html: string, details: readonly string[] = DETAILS) =>
  new Set(
    [...html.matchAll(/href="(\/[\w/]+)\?id=\d+"/g)].filter(([, path = '']) => details.includes(path)).map(([href]) => href as string),
  );

it('U-1 shows a living shop at the first answer: twenty works, covers that load, prices, nothing empty', async () => {
  const home = await htmlOf('/');
  expect(worksIn(home).size).toBeGreaterThanOrEqual(20);
  expect(home).not.toMatch(/还没有方案|>0 份|0 份方案/);
  const covers = new Set([...home.matchAll(/src="(\/pic\/[^"]+\.webp)"/g)].map((match) => match[1] as string));
  expect(covers.size).toBeGreaterThanOrEqual(20);
  for (const cover of covers) expect([cover, (await fetch(site.url + cover)).status]).toEqual([cover, 200]);
  expect(home).toContain('¥');
});

it('V2 shows at least eight works of every kind at the first answer: no list of a new site is empty', async () => {
  for (const kind of LISTED) {
    const html = await htmlOf(kind.paths.list as string);
    expect([
      kind.key,
      worksIn(html, [kind.paths.detail]).size >= 8,
      />共 <[^>]+>0<|还没有(?:方案|模板|大案例|设计|资源|文章|课程|作品)/.test(html),
    ]).toEqual([kind.key, true, false]);
  }
});

it('U-2 takes a demo account with one press, and goes back to where the reader came from', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.url}/login?from=${encodeURIComponent('/programme?sort=new')}`);
  expect(await page.locator('a[href="/sandbox"]').first().isVisible()).toBe(true);
  await page.getByRole('button', { name: /小满/ }).click();
  await page.waitForURL(`${site.url}/programme?sort=new`);
  await page.waitForFunction(() => document.documentElement.dataset['session'] === 'in');
  await context.close();
});

it('is up again with the same works after a stop', async () => {
  const before = worksIn(await htmlOf('/programme?sort=new'));
  await site.restart();
  const after = worksIn(await htmlOf('/'));
  expect(after.size).toBeGreaterThanOrEqual(20);
  expect(before.size).toBeGreaterThan(0);
  expect(site.logs().match(/正在建立演示世界/g)?.length).toBe(1);
});

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

it('D14 kills of the site while the demo draws are held against no work, file or job', { timeout: 600_000 }, async () => {
  for (let kill = 1; kill <= rounds(3, 20); kill++) {
    const before = await worksOnSale();
    // the dead worker is silent, and so is its job: as if half a minute had passed
    await firstOf("update pgboss.job set heartbeat_on = heartbeat_on - interval '60 seconds' where state = 'active'");
    await untilMoreThan(before);
    await wait((kill * 137) % 500);
    await site.kill9();
    await site.restart();
  }
  const held = `select (select count(*) from items where status = 'failed')::int as works,
    (select count(*) from renderings where failures > 0 or failure <> '')::int as files,
    (select count(*) from pgboss.job where state = 'failed')::int as jobs`;
  expect(await firstOf(held)).toEqual({ works: 0, files: 0, jobs: 0 });
  expect(site.logs()).not.toMatch(/"level":[56]0/);
});
