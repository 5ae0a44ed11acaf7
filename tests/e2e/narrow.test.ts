import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { centerGroups } from '#contract/areas/index.ts';
import { PROFILE_MAX } from '#contract/identity.ts';
import { notices } from '#server/modules/notices/tables.ts';
import { company_verifications } from '#server/modules/verification/tables.ts';
import type { BusyPeople } from '../support/busy-people.ts';
import { makePdf } from '../support/documents.ts';
import { joinedSite } from '../support/join-site.ts';
import { makePerson } from '../support/people.ts';
import { axeFindings, openReader } from '../support/reader-browser.ts';
import { newLicence } from '../support/verification.ts';

const { site, browser, world, beside } = joinedSite();

/** What makes the page wider than the window; empty when nothing does. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const root = document.scrollingElement as Element;
    if (root.scrollWidth <= root.clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 0.5)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`)
      .slice(0, 5)
      .concat(`${root.scrollWidth} px`);
  });

const detail = (id: number) => `/programme/detail?id=${id}`;
const PUBLIC: Array<[string, () => string]> = [
  ['home', () => '/'],
  ['list', () => '/programme'],
  ['list with everything chosen', () => '/programme?cid=1&price=paid&format=pdf&sort=new'],
  ['last page of the list', () => '/programme?page=2'],
  ['list without results', () => '/programme?keyword=zzzz'],
  ['search', () => '/search?keyword=年会'],
  ['search without results', () => `/search?keyword=${'长'.repeat(50)}`],
  ['empty search', () => '/search'],
  ['detail of a paid scheme', () => detail(world.paid)],
  ['detail of a free scheme', () => detail(world.free)],
  ['detail of a members scheme', () => detail(world.vip)],
  ['collection', () => `/programme/heji?id=${world.collection_id}`],
  ['publisher', () => `/personalLecturer?uid=${world.publisher_id}`],
  ['help', () => '/about/helpCenter?id=41'],
  ['memberships', () => '/vip/personalVip'],
  ['privacy', () => '/about/privacy'],
  ['agreement', () => '/about/registerAgreement'],
  ['hmh', () => '/hmh?type=1'],
  ['sandbox', () => '/sandbox'],
  ['login', () => '/login'],
  ['register', () => '/register'],
];
/** Pages that look otherwise for this reader; they are asked once all of it has arrived. */
const OWN: Array<[string, keyof BusyPeople, () => string]> = [
  ['home', 'buyer', () => '/'],
  ['bought scheme', 'buyer', () => detail(world.paid)],
  ['own scheme', 'publisher', () => detail(world.paid)],
  ['centre', 'buyer', () => '/personalCenter'],
  ['orders', 'buyer', () => '/personalCenter/mySchemeOrder'],
  ['published', 'publisher', () => '/personalCenter/myPublish'],
  ['nothing published', 'buyer', () => '/personalCenter/myPublish'],
  ['publish', 'publisher', () => '/programme/add'],
  ['review', 'reviewer', () => '/admin/review'],
  ['review without the role', 'buyer', () => '/admin/review'],
];

/** Several at once: most of a page's time is waiting for it. */
async function inTabs<T>(page: Page, visits: readonly T[], visit: (tab: Page, one: T) => Promise<void>): Promise<void> {
  const left = [...visits];
  const walk = async (tab: Page) => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await visit(tab, one);
  };
  await Promise.all([page, ...(await Promise.all([1, 2].map(() => page.context().newPage())))].map(walk));
}

const CENTER = centerGroups.flatMap(({ entries }) => entries.map(({ route }) => route));

describe('U-49 at 390 px nothing can be pushed sideways', () => {
  it('by a visitor', async () => {
    const { page, context } = await openReader(browser, site, { width: 390 });
    const open = PUBLIC.map(([, path]) => path());
    // those of somebody ask for a login or lead to it
    const asking = [...new Set(OWN.map(([, , path]) => path()))].filter((path) => !open.includes(path));
    await inTabs(page, [...open, ...asking], async (tab, path) => {
      await tab.goto(site.url + path, { waitUntil: asking.includes(path) ? 'networkidle' : 'load' });
      expect(await tooWide(tab), path).toEqual([]);
    });
    await context.close();
  });

  it('by a visitor who opened all filters', async () => {
    const { page, context } = await openReader(browser, site, { width: 390 });
    await page.goto(`${site.url}/programme`);
    await page.getByText('更多筛选').click();
    await page.getByText('标签', { exact: true }).waitFor();
    expect(await tooWide(page)).toEqual([]);
    await context.close();
  });

  it.each(['buyer', 'publisher', 'reviewer'] as const)('by a signed-in %s', async (who) => {
    const { page, context } = await openReader(browser, site, { width: 390, token: site.people[who], expected: /status of 403/ });
    // the buyer's pages of the centre come below, with all others
    const elsewhere = who === 'buyer' ? CENTER : [];
    const own = OWN.flatMap(([name, owner, path]) => (owner === who && !elsewhere.includes(path()) ? [[name, path] as const] : []));
    for (const [name, path] of own) {
      await page.goto(site.url + path(), { waitUntil: 'networkidle' });
      expect(await tooWide(page), name).toEqual([]);
    }
    await context.close();
  });
});

it('no page of the personal centre can be pushed sideways', async () => {
  const { page, context } = await openReader(browser, site, { width: 390, token: site.people.buyer });
  expect(CENTER.length).toBeGreaterThan(20);
  await inTabs(page, CENTER, async (tab, route) => {
    await tab.goto(site.url + route);
    // a page that follows a stream is never idle; what waits for its data shows so
    await expect.poll(() => tab.locator('main :is(.skeleton, [aria-busy=true])').count(), { message: route }).toBe(0);
    expect(await tooWide(tab), route).toEqual([]);
  });
  await context.close();
});

it('SH-1 a name of full length, a badge and a hundred unread messages keep the header in the window', async () => {
  const { booted, ctx } = beside;
  const { id, token } = await makePerson({ app: booted.app, ctx }, { nickname: 'Ｗ'.repeat(PROFILE_MAX.nickname), roles: ['operator'] });
  await booted.app.db.insert(company_verifications).values({
    ...{ user_id: id, status: 'approved', name: '甲', licence: newLicence(), legal_person: '甲', contact_name: '甲' },
    ...{ sealed_contact: 'x', masked_contact: 'x', picture_key: 'x', certified: { name: '甲', licence: newLicence() } },
    certified_until: new Date(Date.now() + 86_400_000),
  });
  const unread = Array.from({ length: 100 }, (_, n) => ({ user_id: id, topic: 'account', key: `narrow:${n}`, title: '消息', content: '' }));
  await booted.app.db.insert(notices).values(unread);
  const { page, context } = await openReader(browser, site, { width: 1280, token });
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto(site.url);
  const account = page.locator('.site-header [popovertarget=account-menu]:visible').first();
  await expect.poll(() => page.locator('.site-header [data-unread]').innerText()).toBe('99+');
  expect(await account.getByRole('img', { name: '企业认证' }).isVisible()).toBe(true);
  const rows = await page.locator('.site-header').evaluate((header) => header.getBoundingClientRect().height);
  for (const width of [360, 768, 1280, 1536]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await tooWide(page)]).toEqual([width, []]);
    await account.click();
    await page.locator('#account-menu').getByRole('link', { name: '管理后台' }).waitFor();
    expect([width, await tooWide(page)]).toEqual([width, []]);
    await page.keyboard.press('Escape');
  }
  // a name that is too long is cut: it never makes a second row
  const at_1536 = await page.locator('.site-header').evaluate((header) => header.getBoundingClientRect().height);
  expect([rows, at_1536].every((height) => height < 90)).toBe(true);
  await context.close();
});

it('U4 the menu of the personal centre: folded on a phone, a way back from each page, found by a word and by keys', async () => {
  const { page, context } = await openReader(browser, site, { width: 390, token: site.people.buyer });
  await page.goto(`${site.url}/personalCenter/mySetting`);
  const menu = page.getByRole('navigation', { name: '个人中心' });
  expect(await menu.isHidden()).toBe(true);
  await page.getByRole('main').getByRole('link', { name: '个人中心', exact: true }).click();
  await page.waitForURL(`${site.url}/personalCenter`);
  expect(await menu.getByRole('link', { name: /我的/ }).count()).toBe(0);
  await menu.getByText('账户与权益').click();
  await menu.getByRole('link', { name: '账号设置' }).waitFor();
  expect(await axeFindings(page, '.center-menu')).toEqual([]);
  const find = menu.getByRole('searchbox');
  await find.fill('发票');
  expect(await menu.getByRole('link', { name: /我的|历史|账号|邀请|收货/ }).allInnerTexts()).toEqual(['我的订单与下载']);
  await find.fill('没有的东西');
  await menu.getByText('没有这个功能').waitFor();
  await find.press('Escape');
  await menu.getByText('没有这个功能').waitFor({ state: 'hidden' });
  await find.fill('足迹');
  await find.press('Enter');
  await page.waitForURL(`${site.url}/history`);
  await context.close();
});

it('U4 the menu of the personal centre stands open where one is, at a desk', async () => {
  const { page, context } = await openReader(browser, site, { width: 1440, token: site.people.buyer });
  await page.goto(`${site.url}/personalCenter/mySetting`);
  const menu = page.getByRole('navigation', { name: '个人中心' });
  expect(await menu.locator('[aria-current=page]').innerText()).toBe('账号设置');
  expect(await menu.locator('details[open] > summary').allInnerTexts()).toEqual(['账户与权益']);
  await context.close();
});

it('K-017 own pages and those of publishers use the width of a wide screen', async () => {
  const { page, context } = await openReader(browser, site, { width: 1440, token: site.people.buyer });
  for (const path of ['/personalCenter', `/personalLecturer?uid=${world.publisher_id}`]) {
    await page.goto(site.url + path);
    // how much of the width has words or pictures anywhere on the first screen: a half without any does not count
    const used = () =>
      page.locator('main').evaluate((main) => {
        const words = document.createRange();
        const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
        const boxes = [...main.querySelectorAll('img, svg')].map((one) => one.getBoundingClientRect());
        for (let text = walker.nextNode(); text; text = walker.nextNode()) {
          words.selectNodeContents(text);
          if (text.textContent?.trim()) boxes.push(...words.getClientRects());
        }
        const taken = new Set<number>();
        for (const { left, right, top, width } of boxes) {
          if (width > 1 && top < innerHeight) for (let x = Math.floor(left / 10); x < right / 10; x++) taken.add(x);
        }
        return taken.size * 10;
      });
    await expect.poll(used, { message: path }).toBeGreaterThan(0.6 * 1440);
  }
  await context.close();
});

it('a document with a long name does not push the form sideways, on its way or arrived', async () => {
  const { page, context } = await openReader(browser, site, { width: 390, token: site.people.publisher });
  await page.goto(`${site.url}/programme/add`);
  await page.route('**/gateway/upload/**', async (route) => {
    if (route.request().method() === 'POST') expect(await tooWide(page), 'uploading').toEqual([]);
    await route.continue();
  });
  const file = { name: `${'二〇二六年度全国经销商大会'.repeat(5)}.pdf`, mimeType: 'application/pdf', buffer: await makePdf({ pages: 1 }) };
  await page.getByTestId('document').setInputFiles(file);
  await page.getByRole('button', { name: '换一个文件' }).waitFor({ timeout: 60_000 });
  expect(await tooWide(page), 'arrived').toEqual([]);
  await context.close();
});

it('the orders of a list keep their words on one line on a phone', async () => {
  const { page, context } = await openReader(browser, site, { width: 390 });
  await page.goto(`${site.url}/programme`);
  const orders = page.getByRole('navigation', { name: '排序' }).getByRole('link');
  expect(await orders.count()).toBe(6);
  for (const height of await orders.evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight)))
    expect(height).toBeLessThan(40);
  await context.close();
});

it.each([360, 768, 1024, 1280])('the header keeps its words on one line at %i px', async (width) => {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  await page.goto(site.url);
  expect(await tooWide(page)).toEqual([]);
  const broken = await page.locator('.site-header').evaluate((header) =>
    [...header.querySelectorAll('a, button')]
      .filter((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        const shown = (one as HTMLElement).offsetWidth > 0;
        // two lines of 16 px text are higher than this; icons are not
        return shown && words.getBoundingClientRect().height > 44;
      })
      .map((one) => one.textContent?.trim()),
  );
  expect(broken).toEqual([]);
  await context.close();
});
