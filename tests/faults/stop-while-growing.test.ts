import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, startSite } from '../support/site.ts';
import { siteDatabaseUrl } from '../support/site-database.ts';

const STOP_MS = 10_000;

let site: Site;
beforeAll(async () => {
  // the first works are drawn before the first answer
  site = await startSite({ env: { SEED: '1' }, ready_ms: 300_000 });
}, 360_000);
afterAll(() => site?.stop());

/** Works on sale so far, of whatever kind; looks by a connection of its own that holds nothing afterwards. */
async function worksOnSale(): Promise<number> {
  const client = new pg.Client({ connectionString: await siteDatabaseUrl(site) });
  await client.connect();
  try {
    return (await client.query<{ n: number }>("select count(*)::int as n from items where status = 'published'")).rows[0]?.n ?? 0;
  } finally {
    await client.end();
  }
}

async function untilMoreThan(works: number): Promise<number> {
  for (const deadline = Date.now() + 120_000; ; await wait(500)) {
    const now = await worksOnSale();
    if (now > works) return now;
    if (Date.now() > deadline) throw new Error(`still ${now} works\n${site.logs()}`);
  }
}

it('stops within ten seconds while the demo world grows, says nothing, and goes on growing after the next start', async () => {
  // those that stand at the first answer are not what is stopped
  const before = await untilMoreThan(await worksOnSale());
  const at_ms = Date.now();
  expect(await site.terminate()).toBe(0);
  expect(Date.now() - at_ms).toBeLessThan(STOP_MS);
  expect(site.logs()).not.toMatch(/"level":[456]0|terminating connection|job queue/);
  await site.restart();
  await untilMoreThan(before);
  expect(site.logs()).not.toMatch(/"level":[456]0/);
});
