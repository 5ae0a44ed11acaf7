import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type axe from 'axe-core';
import jsqr from 'jsqr';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import sharp from 'sharp';
import { expect } from 'vitest';
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
  /** Things fade and slide, as for who has not asked for less: each of their frames is drawn by the processor. */
  motion?: boolean;
}

/** A browser profile of its own with one page. End it by `leave`. */
export async function openReader(browser: Browser, site: Pick<SitePlace, 'url'>, options: ReaderOptions = {}): Promise<Reader> {
  const width = options.width ?? 1280;
  const context = await browser.newContext({
    viewport: { width, height: width === 390 ? 844 : 900 },
    acceptDownloads: true,
    javaScriptEnabled: options.javascript ?? true,
    reducedMotion: options.motion ? 'no-preference' : 'reduce',
  });
  // a step that fails says which one it was, long before the test's own time is over
  context.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(`${error.page()?.url()}: ${error.error().message}`));
  context.on('console', (message) => {
    const said = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !options.expected?.test(said)) complaints.push(`${message.page()?.url()}: ${said}`);
  });
  await hearToasts(context);
  if (options.token !== undefined) await keepSession(context, site, options.token);
  return { page: await context.newPage(), context, complaints };
}

/** Ends a reader who met none of what a reader must never meet. */
export async function leave({ complaints, context }: Pick<Reader, 'complaints' | 'context'>): Promise<void> {
  expect(complaints).toEqual([]);
  await context.close();
}

const toasts_of = new WeakMap<BrowserContext, string[]>();

/** Notes every toast of the profile's pages as it is drawn: it is gone after 1.5 s, which a busy machine may take to look. */
async function hearToasts(context: BrowserContext): Promise<void> {
  const heard: string[] = [];
  toasts_of.set(context, heard);
  await context.exposeBinding('toastDrawn', (_source, text: string) => void heard.push(text));
  await context.addInitScript(() => {
    const told = window as unknown as { toastDrawn(text: string): void };
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (added instanceof HTMLElement && added.dataset['toast']) told.toastDrawn(added.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Acts and waits until a toast with exactly this text was drawn, however short it stayed. Of pages of `openReader`. */
export async function saidAfter(page: Page, act: () => Promise<unknown>, text: string): Promise<void> {
  const heard = toasts_of.get(page.context());
  if (!heard) throw new Error('the page is not of openReader');
  const from = heard.length;
  await act();
  for (const deadline = Date.now() + 30_000; !heard.slice(from).includes(text); await setTimeout(50))
    if (Date.now() > deadline) throw new Error(`no toast says ${text}; said: ${heard.slice(from).join(' | ') || 'nothing'}`);
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

/** Half the bytes of `axe.source`, which each page is sent and reads; in ASCII alone half of these again. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[^\0-\x7f]/g,
  (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

/** So often a page is looked at that moves while it is looked at. */
const LOOKS_MAX = 5;

/** Around every page of a layout, and half of its elements: axe looks at them with `'html'` where a test is about the frame. */
const FRAME = ['.site-header', '.side-tools', '.site-footer', '.console-menu'];

/**
 * What axe finds in this part of the page once it is at rest, as readable lines; of itself in the open dialog alone, since nobody gets to
 * the page behind, else in the page without its frame. The rules run outside the page's content policy.
 */
export async function axeFindings(page: Page, within?: string): Promise<string[]> {
  // the line is idle before a long page is parsed to its end
  await page.waitForLoadState('load');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  for (let look = 1; ; look++) {
    // half faded in is half the contrast, also of a toast that comes while axe looks
    await atRest(page);
    const found = await page.evaluate(
      async ([part, frame]) => {
        const own = document.querySelector('dialog:modal') ? 'dialog:modal' : { include: ['html'], exclude: frame };
        // names of nodes that pass are not worked out
        const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(part ?? own, { resultTypes: ['violations'] });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
      },
      [within, FRAME] as const,
    );
    if (found.length === 0 || look === LOOKS_MAX || !(await atRest(page))) return found;
  }
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
