import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import { joinedSite } from '../support/join-site.ts';

const { site, browser, world } = joinedSite();

const detail = () => `/programme/detail?id=${world.paid}`;
const lateOf = (html: string) => /<html[^>]* data-late="([^"]+)"/.exec(html)?.[1];

it('shows nothing on a light page before it is touched that only the late sheet knows', async () => {
  const lists = Object.values(KINDS).map((kind) => paths.list(kind));
  const seen: string[] = [];
  for (const path of new Set(['/', detail(), '/search?keyword=年会', '/study', '/salon', '/receiveOrder/index', ...lists])) {
    const html = await (await fetch(site.url + path)).text();
    const late = lateOf(html);
    if (!late) continue;
    seen.push(path);
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(sheets).not.toContain(late);
    const known = await Promise.all([late, ...sheets].map(async (href) => classesIn(await (await fetch(site.url + href)).text())));
    const [own = new Set(), ...first] = known;
    const used = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, words = '']) => words.split(/\s+/));
    const bare = used.filter((word) => (own.has(word) && !first.some((names) => names.has(word))) || FIELDS.has(word));
    expect([path, bare]).toEqual([path, []]);
  }
  expect(seen.length).toBeGreaterThan(12);
});

it('defines every colour of the theme in the first sheets, whichever sheet uses it', async () => {
  const named = [...readFileSync('src/styles/theme.css', 'utf8').matchAll(/^ {2}(--color-[a-z-]+):/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(8);
  const page = await browser.newPage();
  await page.goto(`${site.url}/`);
  const empty = await page.evaluate((names) => {
    const known = getComputedStyle(document.documentElement);
    return names.filter((name) => known.getPropertyValue(name) === '');
  }, named);
  await page.close();
  expect(empty).toEqual([]);
});

/** Named by the first sheet as well, for what all of them share. */
const FIELDS = new Set(['input', 'select', 'dialog', 'toast']);
const classesIn = (css: string): Set<string> => new Set([...css.matchAll(/\.([a-z][a-z0-9-]*)/g)].map(([, name = '']) => name));

/** The dialog that a visitor's press on the main button brings, and whether it is drawn as one. */
async function dialogAfterPress(page: Page): Promise<{ radius: string }> {
  await page.locator('.item-main-action button').first().click();
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  return { radius: await dialog.evaluate((element) => getComputedStyle(element).borderRadius) };
}

it('brings the late sheet with the first press, before what is pressed for is shown', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const late = lateOf(await (await fetch(site.url + detail())).text()) ?? '';
  expect(late).toMatch(/\.css$/);
  // slower than the code of the dialog
  await page.route(`**${late}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(site.url + detail(), { waitUntil: 'networkidle' });
  expect(asked).not.toContain(late);
  expect(await dialogAfterPress(page)).toEqual({ radius: '12px' });
  expect(asked.filter((path) => path === late)).toHaveLength(1);
  await context.close();
});

it('opens what is pressed for where the late sheet cannot be had, and asks for it again', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const late = lateOf(await (await fetch(site.url + detail())).text()) ?? '';
  let refused = 0;
  await page.route(`**${late}`, (route) => {
    refused++;
    return route.abort();
  });
  await page.goto(site.url + detail());
  await dialogAfterPress(page);
  expect(refused).toBeGreaterThan(0);
  await page.unroute(`**${late}`);
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.locator('.site-header input[name=keyword]').focus();
  await expect.poll(() => page.evaluate((href) => [...document.styleSheets].some((sheet) => sheet.href?.endsWith(href)), late)).toBe(true);
  await context.close();
});

it('V5 paints a first page with what came in it, and the next one with sheets that were fetched meanwhile', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const first = await page.goto(`${site.url}/programme`, { waitUntil: 'load' });
  const hrefs = await page.locator('style[data-href]').evaluateAll((all) => all.map((one) => one.getAttribute('data-href') ?? ''));
  expect(hrefs.length).toBeGreaterThan(0);
  expect(asked.filter((path) => path.endsWith('.css'))).toEqual([]);
  expect(first?.headers()['cache-control']).toBe('private, no-cache');
  const look = () => page.locator('.site-header').evaluate((header) => ({ ...getComputedStyle(header) }).backgroundColor);
  const drawn = await look();

  // the reader's first move
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
  for (const href of hrefs) await expect.poll(() => asked).toContain(href);
  const linked = page.waitForResponse((response) => new URL(response.url()).pathname === '/article');
  await page.evaluate(() => location.assign('/article'));
  expect((await linked).headers()['cache-control']).toContain('public');
  await page.waitForLoadState('load');
  expect(await page.locator('style[data-href]').count()).toBe(0);
  expect(await look()).toBe(drawn);
  expect(complaints).toEqual([]);
  await context.close();
});
