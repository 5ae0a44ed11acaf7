import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite({ env: { SEED: '1' }, ready_ms: 300_000 });
  browser = await openBrowser();
}, 360_000);
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const htmlOf = async (path: string) => (await fetch(site.url + path)).text();
/** Addresses of works with what their cards say. */
const worksIn = (html: string) =>
  new Set([...html.matchAll(/href="(\/(?:programme|ppt)\/detail\?id=\d+)"/g)].map((match) => match[1] as string));

it('shows a living shop at the first answer: twenty works, covers that load, prices, nothing empty', async () => {
  const home = await htmlOf('/');
  expect(worksIn(home).size).toBeGreaterThanOrEqual(20);
  expect(home).not.toMatch(/还没有方案|>0 份|0 份方案/);
  const covers = new Set([...home.matchAll(/src="(\/pic\/[^"]+\.webp)"/g)].map((match) => match[1] as string));
  expect(covers.size).toBeGreaterThanOrEqual(20);
  for (const cover of covers) expect([cover, (await fetch(site.url + cover)).status]).toEqual([cover, 200]);
  expect(home).toContain('¥');
  for (const list of ['/programme', '/ppt']) expect(worksIn(await htmlOf(list)).size).toBeGreaterThan(0);
});

it('takes a demo account with one press, and goes back to where the reader came from', async () => {
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
  expect(site.logs().match(/第一批作品/g)?.length).toBe(1);
});
