import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { LOOK_KEY } from '#client/storage.ts';
import { joinedSite } from '../support/join-site.ts';
import { makePerson } from '../support/people.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { makeSalon } from '../support/salon-guests.ts';
import type { SharedSite } from '../support/shared-site.ts';
import { tabThrough } from '../support/tab-walk.ts';

const { site, beside, browser } = joinedSite();

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

it('names of five characters stand whole in the header of a desk', async () => {
  const { token } = await makePerson({ app: beside.booted.app, ctx: beside.ctx }, { nickname: '市集观察员' });
  const { page, context } = await openReader(browser, site, { token, width: 1440 });
  await page.goto(site.url);
  // styles write it, before any script
  const [said, cut] = await page
    .locator('.site-header .nickname')
    .evaluate((box) => [getComputedStyle(box, '::before').content, box.scrollWidth > box.clientWidth]);
  expect([said, cut]).toEqual(['"市集观察员"', false]);
  await context.close();
});

/** Leaves of hundreds of calls the first of each make, by what it consists of. */
const firstCalls = (page: Page) =>
  page.locator('main article').evaluateAll((calls) => {
    const met = new Set<string>();
    for (const call of calls) {
      const make = [...new Set([...call.querySelectorAll('*')].map((part) => `${part.localName}.${part.className}`))].join(' ');
      if (met.has(make)) call.remove();
      met.add(make);
    }
    return met.size;
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
    ['calls', () => '/gateway/docs', ''],
  ])('on %s', async (name, path, who) => {
    const token = who === '' ? {} : { token: site.people[who] };
    const { page, context } = await openReader(browser, site, { width: 1440, ...token });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(site.url + path(), { waitUntil: 'networkidle' });
    // one of each method at the least
    if (name === 'calls') expect(await firstCalls(page)).toBeGreaterThan(3);
    expect(await axeFindings(page)).toEqual([]);
    await shot(page, `dark-${name}-1440`);
    await context.close();
  });
});

/** Sheets that a page takes, what of the frame and of buttons is on them, and the ground. */
async function onPaper(page: Page) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const drawn = await page.evaluate(() => {
    const frame = '.site-header, .side-tools, body > footer, button, select, .btn, [role=tablist]';
    const seen = (one: Element) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden';
    return {
      frame: [...document.querySelectorAll(frame)].filter(seen).map((one) => one.outerHTML.slice(0, 80)),
      ground: getComputedStyle(document.body).backgroundColor,
      text: document.querySelector('main')?.innerText ?? '',
    };
  });
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  return { ...drawn, sheets: pdf.match(/\/Type ?\/Page\b/g)?.length };
}

describe('on paper, also from a dark screen', () => {
  it('an order is a receipt of one sheet, with the year', { timeout: 60_000 }, async () => {
    const { page, context } = await openReader(browser, site, { width: 1440, token: site.people.buyer });
    await page.goto(`${site.url}/personalCenter/mySchemeOrder?status=paid`);
    await page.getByRole('link', { name: '订单详情' }).first().click();
    await page.getByText('已支付', { exact: true }).waitFor();
    const { text, ...paper } = await onPaper(page);
    expect(paper).toEqual({ frame: [], ground: 'rgb(255, 255, 255)', sheets: 1 });
    expect(text).toContain('策猫 · 购买凭证');
    expect(text).toMatch(/支付时间\s+\d{4}年\d+月\d+日 \d\d:\d\d/);
    await context.close();
  });

  it('a ticket is its code, its number and where one goes, on one sheet', { timeout: 60_000 }, async () => {
    const [owner, guest] = [await beside.person(), await beside.person()];
    const place = { app: beside.booted.app, ctx: beside.ctx };
    const { tickets } = await makeSalon(place, { owner_id: owner.id, starts_in_h: 72, seats: [{ buyer_id: guest.id, name: '王可' }] });
    const { page, context } = await openReader(browser, site, { width: 1440 });
    await page.goto(`${site.url}/salon/ticket?s=${tickets[0]?.secret}`);
    const code = page.getByRole('img', { name: '门票 001 的二维码' });
    await code.waitFor();
    const { text, ...paper } = await onPaper(page);
    expect(paper).toEqual({ frame: [], ground: 'rgb(255, 255, 255)', sheets: 1 });
    for (const words of ['活动现场管理沙龙', '西溪会客厅', 'No.001', '票码']) expect(text).toContain(words);
    expect((await code.boundingBox())?.width).toBeGreaterThan(150);
    await context.close();
  });
});

describe('in high contrast', () => {
  const of = (selector: string, ...names: string[]) => [selector, names] as const satisfies readonly [string, string[]];
  const styles = (page: Page, [selector, names]: readonly [string, string[]]) =>
    page.evaluate(
      ([one, wanted]) => {
        const style = getComputedStyle(document.querySelector(one) as Element);
        return wanted.map((name) => style.getPropertyValue(name));
      },
      [selector, names] as [string, string[]],
    );

  it('secondary text and lines take the colour of the text, where more contrast is asked for', async () => {
    const { page, context, complaints } = await openReader(browser, site, { width: 1440 });
    await page.emulateMedia({ contrast: 'more' });
    await page.goto(`${site.url}/programme/detail?id=${site.world.paid}`);
    const [text] = await styles(page, of('body', 'color'));
    expect(await styles(page, of('main .text-muted', 'color'))).toEqual([text]);
    expect(await styles(page, of('main .panel', 'border-top-color', 'border-top-width'))).toEqual([text, '1px']);
    expect(await axeFindings(page, 'main')).toEqual([]);
    await shot(page, 'contrast-detail-1440');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('panels have lines, and what is chosen and where one types are seen, in the colours of the system', async () => {
    const { page, context, complaints } = await openReader(browser, site, { width: 1440, token: site.people.buyer });
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${site.url}/integral/integralTask`);
    await page.getByRole('heading', { name: '任务中心' }).waitFor();
    const [chosen] = await styles(page, of('.tab-link[aria-current=page]', 'outline-style'));
    const [other] = await styles(page, of('.tab-link:not([aria-current])', 'outline-style'));
    expect(chosen).not.toBe(other);
    expect(await styles(page, of('main .panel', 'border-top-style', 'border-top-width'))).toEqual(['solid', '1px']);
    await page.locator('.site-header input[type=search]').focus();
    expect(await styles(page, of('.site-header .search-form', 'outline-style', 'outline-width'))).toEqual(['solid', '2px']);
    await shot(page, 'forced-colours-1440');
    // what is chosen of plans, prices and ways to pay
    const outline = await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<label id="chosen"><input type="radio" checked></label>');
      return getComputedStyle(document.querySelector('#chosen') as HTMLElement).outlineStyle;
    });
    expect(outline).toBe('solid');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('U18 U21 at 1920 px six cards stand in a row, and a detail page begins and ends where the header does', async () => {
  const { page, context, complaints } = await openReader(browser, site, { width: 1440 });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${site.url}/programme`);
  const columns = await page
    .locator('.card-grid')
    .first()
    .evaluate((one) => getComputedStyle(one).gridTemplateColumns);
  expect(columns.split(' ')).toHaveLength(6);
  await page.goto(`${site.url}/programme/detail?id=${site.world.paid}`);
  const edges = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right]);
  const [logo] = await edges('.site-header a[href="/"]');
  const end = await page
    .locator('.site-header .page')
    .evaluate((one) => one.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(one).paddingRight));
  const [left] = await edges('.item-main');
  const [, right] = await edges('.item-head');
  expect([left, right]).toEqual([logo, end]);
  await shot(page, 'detail-1920');
  expect(complaints).toEqual([]);
  await context.close();
});

/** 200 % of a screen of 1440 by 900. */
describe('at 200 % nothing is cut off, and what has the focus is not covered', () => {
  it.concurrent.each<[string, () => string, '' | keyof SharedSite['people']]>([
    ['list', () => '/programme', ''],
    ['detail', () => `/programme/detail?id=${site.world.paid}`, ''],
    ['form', () => '/programme/add', 'publisher'],
  ])('in a %s', { timeout: 120_000 }, async (name, path, who) => {
    const { page, context, complaints } = await openReader(browser, site, who === '' ? {} : { token: site.people[who] });
    await page.setViewportSize({ width: 720, height: 450 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(site.url + path(), { waitUntil: 'networkidle' });
    expect(await overflowsSideways(page)).toBe(false);
    // who asks for less motion has none
    const moves = await page.evaluate(() =>
      [...document.querySelectorAll('a, button')].map((one) => getComputedStyle(one).transitionDuration),
    );
    expect(moves.filter((time) => Math.max(...time.split(',').map((part) => Number.parseFloat(part))) > 0.001)).toEqual([]);
    await shot(page, `zoom-${name}-720`);
    const { left, unseen } = await tabThrough(page);
    expect(unseen).toEqual([]);
    expect(left).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
