// `node_modules/.bin/node tools/contact-sheets.mjs <address of a running site> <folder> [account password]`: every page that links lead to, one
// address a path, side by side at 1440 and at 390 px. With an account it signs in first: its own pages and, for staff, the console are among them.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openBrowser } from '../tests/support/browser.ts';

const WIDTHS = [
  { width: 1440, height: 900, shown_px: 1800, tile_px: 360, columns: 4 },
  { width: 390, height: 844, shown_px: 1700, tile_px: 240, columns: 6 },
];
const ROWS = 2;
const PAGES_MOST = 400;
/** Files, calls and what ends a login. */
const NO_PAGE = /^\/(gateway|_a|video|pic|media|avatar|sandbox|up)\b|\.(xml|ics|txt|html|svg|png|csv|pdf|zip|vtt)$/;

const [base = '', folder = '', account, password] = process.argv.slice(2);
if (!URL.canParse(base) || folder === '') {
  process.stderr.write('node_modules/.bin/node tools/contact-sheets.mjs http://127.0.0.1:4321 folder [account password]\n');
  process.exit(1);
}
const browser = await openBrowser();
const storageState = account ? await signIn() : undefined;
for (const size of WIDTHS) {
  const viewport = { width: size.width, height: size.height };
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...(storageState ? { storageState } : {}) });
  const tiles = await walk(context, size);
  await joinTiles(tiles, size);
  await context.close();
}
await browser.close();

/** Once for both widths: doors count how often somebody comes. */
async function signIn() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${base}/login`, { waitUntil: 'networkidle' });
  await page.locator('input[name=account]').fill(account ?? '');
  await page.locator('input[name=password]').fill(password ?? '');
  await page.locator('input[name=password]').press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  const state = await context.storageState();
  await context.close();
  return state;
}

/**
 * @param {import('playwright').BrowserContext} context
 * @param {typeof WIDTHS[number]} size
 */
async function walk(context, size) {
  const known = new Map([['/', '/']]);
  /** @type {Buffer[]} */
  const tiles = [];
  for (const path of known.values()) {
    const page = await context.newPage();
    await page.goto(base + path, { waitUntil: 'networkidle' }).catch(() => undefined);
    const landed = new URL(page.url()).pathname;
    if (landed !== new URL(path, base).pathname && known.has(landed)) {
      await page.close();
      continue;
    }
    const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const link of links) {
      const { pathname, search } = new URL(link, base);
      if (!known.has(pathname) && !NO_PAGE.test(pathname) && known.size < PAGES_MOST) known.set(pathname, pathname + search);
    }
    const high = await page.evaluate(() => document.documentElement.scrollHeight);
    const clip = { x: 0, y: 0, width: size.width, height: Math.min(high, size.shown_px) };
    const picture = await page.screenshot({ clip, fullPage: true, timeout: 120_000 });
    tiles.push(await sharp(picture).resize({ width: size.tile_px }).png().toBuffer());
    await page.close();
  }
  process.stdout.write(`${size.width} px: ${tiles.length} pages\n`);
  return tiles;
}

/**
 * @param {Buffer[]} tiles
 * @param {typeof WIDTHS[number]} size
 */
async function joinTiles(tiles, { width, shown_px, tile_px, columns }) {
  await mkdir(folder, { recursive: true });
  const high = Math.round((shown_px * tile_px) / width);
  for (let from = 0, sheet = 1; from < tiles.length; from += columns * ROWS, sheet++) {
    const shown = tiles.slice(from, from + columns * ROWS);
    const placed = shown.map((input, at) => ({ input, left: (at % columns) * (tile_px + 8), top: Math.floor(at / columns) * (high + 8) }));
    const ground = { width: columns * (tile_px + 8), height: ROWS * (high + 8), channels: /** @type {const} */ (3), background: '#445566' };
    await sharp({ create: ground })
      .composite(placed)
      .webp()
      .toFile(join(folder, `${width}-${String(sheet).padStart(2, '0')}.webp`));
  }
}
