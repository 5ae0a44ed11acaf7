import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';
import { fillSite, type SiteWorld } from '../support/site-world.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let site: Site;
let world: SiteWorld;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  world = await fillSite(site);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** Opens a page without its content policy (axe is put in as a script) and without motion. */
async function open(path: string, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, bypassCSP: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  return page;
}

/** What axe finds, as readable lines. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: Array<{ id: string; help: string; nodes: Array<{ target: string[] }> }> }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  });
}

describe.each([1440, 390])('axe finds nothing at %i px', (width) => {
  it.each([
    ['home', () => '/'],
    ['list', () => '/programme'],
    ['list with choices', () => '/programme?price=paid&sort=new'],
    ['search', () => '/search?keyword=年会'],
    ['search without results', () => '/search?keyword=zzzz'],
    ['detail', () => `/programme/detail?id=${world.paid}`],
    ['detail of a free scheme', () => `/programme/detail?id=${world.free}`],
    ['detail of a members scheme', () => `/programme/detail?id=${world.vip}`],
    ['collection', () => `/programme/heji?id=${world.collection_id}`],
    ['publisher', () => `/personalLecturer?uid=${world.publisher_id}`],
    ['login', () => '/login'],
    ['register', () => '/register'],
    ['hmh', () => '/hmh?type=1'],
    ['help', () => '/about/helpCenter?id=41'],
    ['sandbox', () => '/sandbox'],
    ['centre', () => '/personalCenter'],
    ['orders', () => '/personalCenter/mySchemeOrder'],
    ['published', () => '/personalCenter/myPublish'],
    ['publish', () => '/programme/add'],
    ['review', () => '/admin/review'],
  ])('on %s', async (_name, path) => {
    const page = await open(path(), width);
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });
});

it('finds nothing on the simulated phone with an app open', async () => {
  const page = await open('/sandbox', 390);
  await page.locator('astro-island:not([ssr])').waitFor({ state: 'attached' });
  for (const app of ['短信', '付款']) {
    await page.getByRole('button', { name: app, exact: true }).click();
    await page.getByRole('button', { name: '回到桌面' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: '回到桌面' }).click();
  }
  await page.context().close();
});
