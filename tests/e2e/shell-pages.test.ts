import type { BrowserContext } from 'playwright';
import { describe, expect, it } from 'vitest';
import { sections } from '#contract/areas/index.ts';
import { openPage } from '../support/browser.ts';
import { joinedSite } from '../support/join-site.ts';
import { openReader } from '../support/reader-browser.ts';

const { site, browser, world, beside } = joinedSite();

const get = (path: string) => fetch(site.url + path, { redirect: 'manual' });

describe('paths', () => {
  it.each([['/no/such/path'], ['/nothing'], ['/no/such/path/detail?id=3']])('O-010 leads the unknown path %s to /hmh', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/hmh');
  });

  it('U-46 does not answer a missing file with a page', async () => {
    expect((await get('/_a/missing.js')).status).toBe(404);
    expect((await get('/logo.png')).status).toBe(404);
  });

  it.each([['/programme/detail'], ['/programme/detail?id=999999'], ['/programme/detail?id=-1'], ['/programme/detail?id=abc']])(
    'leads an empty detail %s to /hmh?type=1',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe('/hmh?type=1');
    },
  );

  it('leads the detail of a draft to /hmh?type=1', async () => {
    expect((await get(`/programme/detail?id=${world.draft}`)).headers.get('location')).toBe('/hmh?type=1');
  });

  it('says on /hmh what was not found and offers hot schemes', async () => {
    const html = await (await get('/hmh?type=1')).text();
    expect(html).toContain('没有找到这份内容');
    expect(html.match(/\/programme\/detail\?id=\d+/g)?.length).toBeGreaterThan(3);
    expect(await (await get('/hmh')).text()).toContain('没有找到这个页面');
  });
});

describe('links', () => {
  it('has no dead link in header, footer, home, detail and help pages', async () => {
    const { page, context, complaints } = await openPage(browser);
    const found = new Set<string>();
    for (const path of [
      '/',
      `/programme/detail?id=${world.paid}`,
      '/about/helpCenter?id=1',
      '/personalCenter',
      `/personalLecturer?uid=${world.publisher_id}`,
    ]) {
      await page.goto(site.url + path);
      const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
      for (const link of links) if (!link.startsWith('/pic/')) found.add(link.split('#')[0] as string);
    }
    expect(found.size).toBeGreaterThan(30);
    const dead: string[] = [];
    for (const link of found) {
      const answer = await get(link);
      if (answer.status !== 200) dead.push(`${link} ${answer.status} ${answer.headers.get('location') ?? ''}`);
    }
    expect(dead).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows the sections of the registry and nothing else in the menu', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(site.url);
    const menu = await page.locator('header nav a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    const shown = sections.filter(({ hidden }) => !hidden);
    // demands open a menu of their labels
    expect(menu).toEqual(shown.filter(({ key, more }) => key !== 'demand' && !more).map(({ route }) => route));
    const rest = await page.locator('#more-menu a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    expect(rest).toEqual(shown.filter(({ more }) => more).map(({ route }) => route));
    expect(await page.locator('#demand-menu a').count()).toBeGreaterThan(1);
    await context.close();
  });

  it.each([
    [1, '关于策猫'],
    [3, '联系我们'],
    [6, '协议与规则'],
    [14, '常见问题'],
    [23, '侵权投诉'],
    [41, '购买须知'],
  ])('has the help text %i', async (id, title) => {
    expect(await (await get(`/about/helpCenter?id=${id}`)).text()).toContain(`>${title}</h1>`);
  });
});

/** The renewal of the user info finds this user: the header is tested, not the session behind it. */
const answerAs = (context: BrowserContext, user: object) =>
  context.route('**/gateway/api/user/userinfo*', (route) => route.fulfill({ json: { code: 0, msg: 'ok', data: user } }));

describe('header', () => {
  it('searches without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${site.url}/programme`);
    const field = page.locator('header input[type=search]');
    expect(await field.getAttribute('placeholder')).toMatch(/^大家都在搜：.+/);
    await field.fill('年会');
    await field.press('Enter');
    await page.waitForURL(/\/search\?(.*&)?keyword=/);
    await context.close();
  });

  it('shows a signed-in reader without a flash of the visitor, and staff the review queue', async () => {
    const { page, context } = await openPage(browser);
    const user = { id: 7, nickname: '小满', headimgurl: '', roles: ['reviewer'], vip: {} };
    await answerAs(context, user);
    await context.addInitScript((stored) => {
      localStorage.setItem('token', 'x'.repeat(43));
      localStorage.setItem('userinfo', stored);
      // what the first painted frame shows
      requestAnimationFrame(() => {
        const shown = (selector: string) => [...document.querySelectorAll(selector)].some((el) => (el as HTMLElement).offsetWidth > 0);
        Object.assign(window, { first: { visitor: shown('header .for-visitors'), member: shown('header .for-members') } });
      });
    }, JSON.stringify(user));
    await page.goto(site.url);
    await page.waitForFunction(() => 'first' in window);
    expect(await page.evaluate(() => (window as unknown as { first: unknown }).first)).not.toMatchObject({ visitor: true });
    const account = page.locator('header button.for-members[popovertarget=account-menu]');
    await account.click();
    await page.getByRole('link', { name: '管理后台' }).first().waitFor();
    await page
      .locator('#account-menu')
      .getByRole('link', { name: /^我的订单与下载/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#account-menu:popover-open').waitFor({ state: 'detached' });
    await context.close();
  });

  it('ends the session here and on the server', async () => {
    const { token } = await beside.person();
    const { page, context } = await openReader(browser, site, { token, width: 1440 });
    await page.goto(`${site.url}/personalCenter`);
    await page.locator('header button.for-members[popovertarget=account-menu]').click();
    const told = page.waitForRequest(/\/gateway\/api\/user\/logout/);
    await page.locator('#account-menu [data-sign-out]').click();
    await told;
    await page.waitForURL(`${site.url}/`);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await context.close();
  });

  it.each([360, 390, 768, 1280, 1440])('holds at %i px: nothing wider than the window', async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    for (const path of [
      '/',
      `/programme/detail?id=${world.paid}`,
      '/hmh',
      '/about/privacy',
      '/personalCenter',
      '/sandbox',
      `/personalLecturer?uid=${world.publisher_id}`,
    ]) {
      await page.goto(site.url + path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
    await context.close();
  });
});
