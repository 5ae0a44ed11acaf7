import { join } from 'node:path';
import axe from 'axe-core';
import jsqr from 'jsqr';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import sharp from 'sharp';
import { STORAGE_KEYS } from '#client/storage.ts';
import type { Envelope } from '#contract/envelope.ts';
import type { UserInfo } from '#contract/identity.ts';
import { atRest } from './page-state.ts';
import type { SitePlace } from './site.ts';

export interface Reader {
  page: Page;
  context: BrowserContext;
  /** Everything a reader must never meet: errors nobody caught, console errors, refusals of the content security policy. */
  complaints: string[];
}

export interface ReaderOptions {
  /** Signed in from the first page on; a visitor without. */
  token?: string;
  width?: 1440 | 1280 | 390;
  /** Console errors that belong to the test, e.g. an answer 403 that the browser reports by itself. */
  expected?: RegExp;
  javascript?: boolean;
}

/** A browser profile of its own with one page. Close `context` at the end; `complaints` must be empty then. */
export async function openReader(browser: Browser, site: Pick<SitePlace, 'url'>, options: ReaderOptions = {}): Promise<Reader> {
  const width = options.width ?? 1280;
  const context = await browser.newContext({
    viewport: { width, height: width === 390 ? 844 : 900 },
    acceptDownloads: true,
    javaScriptEnabled: options.javascript ?? true,
  });
  // a step that fails says which one it was, long before the test's own time is over
  context.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(`${error.page()?.url()}: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && !options.expected?.test(message.text()))
      complaints.push(`${message.page()?.url()}: ${message.text()} ${message.location().url}`);
  });
  if (options.token !== undefined) await keepSession(context, site, options.token);
  return { page: await context.newPage(), context, complaints };
}

/** Puts a login into the profile the way the site's own login does. */
async function keepSession(context: BrowserContext, site: Pick<SitePlace, 'url'>, token: string): Promise<void> {
  const answer = await fetch(`${site.url}/gateway/api/user/userinfo`, { headers: { token } });
  const { code, msg, data } = (await answer.json()) as Envelope<UserInfo>;
  if (code !== 0) throw new Error(msg);
  const kept = { [STORAGE_KEYS.token]: token, [STORAGE_KEYS.user]: JSON.stringify(data), [STORAGE_KEYS.user_at]: String(Date.now()) };
  await context.addInitScript(
    ([origin, entries]) => {
      if (location.origin !== origin || sessionStorage.getItem('kept')) return;
      sessionStorage.setItem('kept', '1');
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    [site.url, kept] as const,
  );
}

const READ_QR_MS = 10_000;

/** What the camera of a phone reads in a drawn code. It is held there until something is read. */
export async function readQr(code: Locator): Promise<string> {
  for (const deadline = Date.now() + READ_QR_MS; Date.now() < deadline; ) {
    const read = await lookAtQr(code);
    if (read !== '') return read;
  }
  throw new Error('the code cannot be read');
}

async function lookAtQr(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const decode = (jsqr as unknown as { default?: typeof jsqr }).default ?? jsqr;
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '';
}

/** What axe finds in this part of the page once it is at rest, as readable lines. The rules run outside the page's content policy. */
export async function axeFindings(page: Page, within = 'html'): Promise<string[]> {
  // half faded in is half the contrast
  await atRest(page);
  await page.evaluate(axe.source);
  return page.evaluate(async (selector) => {
    // names of nodes that pass are not worked out
    const found = await (window as unknown as { axe: typeof axe }).axe.run(selector, { resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  }, within);
}

/** Whether the page can be pushed sideways. */
export function overflowsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** Keeps a picture of the screen in SHOTS_DIR, for looking at; nothing without it. */
export async function shot(page: Page, name: string): Promise<void> {
  const dir = process.env['SHOTS_DIR'];
  if (dir) await page.screenshot({ path: join(dir, `${name}.png`) });
}
