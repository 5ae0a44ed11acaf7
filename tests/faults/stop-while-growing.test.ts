import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { file_pages } from '#server/modules/publishing/tables.ts';
import { besideSite } from '../support/beside-site.ts';
import { type Site, startSite } from '../support/site.ts';

const STOP_MS = 10_000;

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { SEED: '1' } });
});
afterAll(() => site?.stop());

/** Pages that are drawn so far; looks by a connection of its own that holds nothing afterwards. */
async function pagesDrawn(): Promise<number> {
  const beside = await besideSite(site);
  try {
    return await beside.booted.app.db.$count(file_pages);
  } finally {
    await beside.stop();
  }
}

async function untilMoreThan(pages: number): Promise<number> {
  for (const deadline = Date.now() + 120_000; ; await wait(500)) {
    const drawn = await pagesDrawn();
    if (drawn > pages) return drawn;
    if (Date.now() > deadline) throw new Error(`still ${drawn} pages\n${site.logs()}`);
  }
}

it('stops within ten seconds while the demo world grows, says nothing, and goes on growing after the next start', async () => {
  const before = await untilMoreThan(0);
  const at_ms = Date.now();
  expect(await site.terminate()).toBe(0);
  expect(Date.now() - at_ms).toBeLessThan(STOP_MS);
  expect(site.logs()).not.toMatch(/"level":[456]0|terminating connection|job queue/);
  await site.restart();
  await untilMoreThan(before + 20);
  expect(site.logs()).not.toMatch(/"level":[456]0/);
});
