import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOK_KEY } from '#client/storage.ts';
import { type JoinedSite, joinSite } from '../support/join-site.ts';
import { axeFindings, openReader, shot } from '../support/reader-browser.ts';
import type { SharedSite } from '../support/shared-site.ts';

let joined: JoinedSite;
let site: SharedSite;
let browser: Browser;
beforeAll(async () => {
  joined = await joinSite();
  ({ site, browser } = joined);
});
afterAll(() => joined?.leave());

const LIGHT = 'rgb(246, 247, 249)';
const DARK = 'rgb(20, 23, 28)';
const GROUND = () => getComputedStyle(document.body).backgroundColor;

it('is light or dark as the system says, until the reader chooses; the choice stays, also before the first paint', async () => {
  const { page, context, complaints } = await openReader(browser, site, { width: 390 });
  await page.goto(site.url);
  expect(await page.evaluate(GROUND)).toBe(LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await page.evaluate(GROUND)).toBe(DARK);
  const look = page.getByLabel('外观');
  await look.selectOption('浅色');
  expect(await page.evaluate(GROUND)).toBe(LIGHT);
  await page.reload({ waitUntil: 'commit' });
  expect(await page.evaluate((key) => [document.documentElement.dataset['theme'], localStorage.getItem(key)], LOOK_KEY)).toEqual([
    'cemao',
    'cemao',
  ]);
  await look.waitFor();
  expect(await page.evaluate(GROUND)).toBe(LIGHT);
  await expect.poll(() => look.inputValue()).toBe('cemao');
  await look.selectOption('跟随系统');
  expect(await page.evaluate(GROUND)).toBe(DARK);
  // paper is white
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.evaluate(GROUND)).toBe('rgb(255, 255, 255)');
  // and so are what is tinted on a screen and the texts on it, also by choice
  await page.emulateMedia({ media: 'screen' });
  await look.selectOption('深色');
  await page.emulateMedia({ media: 'print' });
  const colours = () =>
    ['--color-tint', '--color-gold-tint', '--color-primary'].map((one) => getComputedStyle(document.body).getPropertyValue(one).trim());
  expect(await page.evaluate(colours)).toEqual(['#fff', '#fff', '#cf3812']);
  expect(complaints).toEqual([]);
  await context.close();
});

describe('axe finds nothing in the dark', () => {
  it.concurrent.each<[string, () => string, '' | keyof SharedSite['people']]>([
    ['home', () => '/', ''],
    ['list', () => '/programme?price=paid', ''],
    ['search', () => '/search?keyword=年会', ''],
    ['detail', () => `/programme/detail?id=${site.world.paid}`, ''],
    ['login', () => '/login', ''],
    ['memberships', () => '/vip', ''],
    ['help', () => '/about/helpCenter?id=41', ''],
    ['centre', () => '/personalCenter', 'buyer'],
    ['wallet', () => '/personalCenter/myWallet', 'buyer'],
    ['publish', () => '/programme/add', 'publisher'],
    ['console', () => '/admin', 'reviewer'],
  ])('on %s', async (name, path, who) => {
    const token = who === '' ? {} : { token: site.people[who] };
    const { page, context } = await openReader(browser, site, { width: 1440, ...token });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.goto(site.url + path(), { waitUntil: 'networkidle' });
    expect(await axeFindings(page)).toEqual([]);
    await shot(page, `dark-${name}-1440`);
    await context.close();
  });
});
