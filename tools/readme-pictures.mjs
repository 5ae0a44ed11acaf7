// `node_modules/.bin/node tools/readme-pictures.mjs <address of a running demo site> <staff account> <password>`: takes the README's pictures again.
import sharp from 'sharp';
import { openBrowser } from '../tests/support/browser.ts';

const FOLDER = 'docs/images';
const SCREEN = { viewport: { width: 1440, height: 900 }, reducedMotion: /** @type {const} */ ('reduce') };
const SHOWN_PX = 1200;

const [base = '', account = '', password = ''] = process.argv.slice(2);
if (!URL.canParse(base) || account === '') {
  process.stderr.write('node_modules/.bin/node tools/readme-pictures.mjs http://127.0.0.1:4321 account password\n');
  process.exit(1);
}
const browser = await openBrowser();
const visitor = await browser.newContext({ ...SCREEN, colorScheme: 'light' });
const home = await visitor.newPage();
await take(home, '/', 'home');
const work = await home.locator('a[href^="/programme/detail?id="]').last().getAttribute('href');
await take(home, work ?? '/programme', 'detail');
const dark = await browser.newContext({ ...SCREEN, colorScheme: 'dark' });
await take(await dark.newPage(), work ?? '/programme', 'dark');
await take(await signedIn(), '/admin', 'console');
await browser.close();

async function signedIn() {
  const staff = await browser.newContext({ ...SCREEN, colorScheme: 'light' });
  const page = await staff.newPage();
  await page.goto(`${base}/login`, { waitUntil: 'networkidle' });
  await page.locator('input[name=account]').fill(account);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  return page;
}

/**
 * @param {import('playwright').Page} page
 * @param {string} path
 * @param {string} name
 */
async function take(page, path, name) {
  await page.goto(base + path, { waitUntil: 'networkidle' });
  await sharp(await page.screenshot())
    .resize({ width: SHOWN_PX })
    .webp()
    .toFile(`${FOLDER}/${name}.webp`);
}
