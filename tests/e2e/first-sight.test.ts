import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { openBrowser } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';

/** Works of the menu; demands and jobs are no works. */
const LISTED = [KINDS.scheme, KINDS.ppt, KINDS.sample, KINDS.design, KINDS.resource, KINDS.article, KINDS.course];
const DETAILS = Object.values(KINDS).map(({ paths }) => paths.detail);

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
