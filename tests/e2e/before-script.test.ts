import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinBrowser, leaveBrowser } from '../support/browser.ts';
import { openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { type Site, startSite } from '../support/site.ts';
import { fillSite, type SiteWorld } from '../support/site-world.ts';

/** One more than a page of the list holds. */
const SCHEMES = 25;

let site: Site;
let world: SiteWorld;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  world = await fillSite(site, SCHEMES);
  browser = await joinBrowser();
});
afterAll(async () => {
  await leaveBrowser();
  await site?.stop();
});

const idsOf = (cards: Locator) =>
  cards.evaluateAll((all) => all.map((card) => Number(new URL((card as HTMLAnchorElement).href).searchParams.get('id'))));

describe('the list without JavaScript', () => {
  it('filters, combines, and takes filters back one by one and all at once', async () => {
    const { page, context } = await openReader(browser, site, { javascript: false });
    const cards = page.locator('main a[href^="/programme/detail?id="]');
    const filters = page.getByRole('navigation', { name: '筛选' });
    await page.goto(`${site.url}/programme`);
    await filters.getByRole('link', { name: '免费', exact: true }).click();
    await expect.poll(() => idsOf(cards)).toEqual([world.free]);
    // what none of these has is no way to go; an address says it all the same
    expect(await filters.getByRole('link', { name: 'PPTX' }).count()).toBe(0);
    await page.goto(`${page.url()}&format=pptx`);
    await page.getByText('没有找到符合条件的方案').waitFor();
    expect(new URL(page.url()).search).toBe('?price=free&format=pptx');
    await page.getByRole('link', { name: '取消筛选 PPTX' }).click();
    await expect.poll(() => idsOf(cards)).toEqual([world.free]);
    await page.getByRole('link', { name: '清空筛选' }).click();
    expect(new URL(page.url()).search).toBe('');
    await page.getByText(`共 ${SCHEMES} 份方案`).waitFor();
    await context.close();
  });

  it.each([1440, 390] as const)('K narrows by a range of prices at %i px, says how many, and takes it back', async (width) => {
    const { page, context } = await openReader(browser, site, { javascript: false, width });
    const cards = page.locator('main a[href^="/programme/detail?id="]');
    const filters = page.getByRole('navigation', { name: '筛选' });
    await page.goto(`${site.url}/programme`);
    if (width === 390) await page.getByText('更多筛选').click();
    const range = filters.getByRole('link', { name: '50–100 元' });
    const [results = ''] = /^\d+(?= 个结果$)/.exec((await range.getAttribute('title')) ?? '') ?? [];
    // none costs so much
    expect(await filters.getByRole('link', { name: '300 元以上' }).count()).toBe(0);
    await filters.scrollIntoViewIfNeeded();
    await shot(page, `price-ranges-${width}`);
    await range.click();
    await page.waitForURL((url) => url.search === '?price=50-100');
    await page.getByText(`共 ${results} 份方案`).waitFor();
    const found = await idsOf(cards);
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter((id) => id === world.free || id === world.vip)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await shot(page, `price-range-chosen-${width}`);
    await page.getByRole('link', { name: '取消筛选 50–100 元' }).click();
    await page.waitForURL((url) => url.search === '');
    await page.goto(`${site.url}/programme?price=300-`);
    await page.getByText('没有找到符合条件的方案').waitFor();
    // what lists do not know is no choice
    const wrong = await page.goto(`${site.url}/programme?price=20-9999999999`);
    expect([wrong?.status(), new URL(page.url()).search]).toEqual([200, '']);
    await context.close();
  });

  it('opens the further filters on a phone', async () => {
    const { page, context } = await openReader(browser, site, { javascript: false, width: 390 });
    await page.goto(`${site.url}/programme`);
    const free = page.getByRole('navigation', { name: '筛选' }).getByRole('link', { name: '免费', exact: true });
    expect(await free.isVisible()).toBe(false);
    await page.getByText('更多筛选').click();
    await free.click();
    await page.waitForURL(/price=free/);
    await context.close();
  });

  it('sorts and turns pages, and keeps the order on the next page', async () => {
    const { page, context } = await openReader(browser, site, { javascript: false });
    const cards = page.locator('main a[href^="/programme/detail?id="]');
    const newest = [...world.schemes].reverse();
    await page.goto(`${site.url}/programme`);
    await page.getByRole('navigation', { name: '排序' }).getByRole('link', { name: '最新' }).click();
    await page.waitForURL(/sort=new/);
    const first = await idsOf(cards);
    expect(first).toEqual(newest.slice(0, first.length));
    expect(first.length).toBeLessThan(SCHEMES);
    await page.locator('main').getByRole('link', { name: '第 2 页' }).click();
    await expect.poll(() => idsOf(cards)).toEqual(newest.slice(first.length));
    expect(new URL(page.url()).search).toBe('?sort=new&page=2');
    await page.locator('main').getByRole('link', { name: '第 1 页' }).click();
    await expect.poll(() => idsOf(cards)).toEqual(first);
    await context.close();
  });

  it('searches from the header, and narrows down what was found', async () => {
    const { page, context } = await openReader(browser, site, { javascript: false });
    // works like a hit that stands alone come after it
    const cards = page.locator('main a[href^="/programme/detail?id="]:not(section[aria-label^="相近"] a)');
    await page.goto(`${site.url}/programme?price=free`);
    const field = page.locator('header input[type=search]');
    await field.fill('晚宴');
    await page.locator('header').getByRole('button', { name: '搜索' }).click();
    await page.waitForURL((url) => url.searchParams.get('keyword') === '晚宴' && url.searchParams.get('type') === 'scheme');
    expect((await idsOf(cards)).length).toBeGreaterThan(1);
    await page.getByRole('navigation', { name: '筛选' }).getByRole('link', { name: '免费' }).click();
    await page.waitForURL((url) => url.searchParams.get('keyword') === '晚宴' && url.searchParams.get('price') === 'free');
    await expect.poll(() => idsOf(cards)).toEqual([world.free]);
    await context.close();
  });
});

describe('presses that are faster than the code', () => {
  it('open the app of the simulated phone once the code is there', async () => {
    const { page, context, complaints } = await openReader(browser, site);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // a slow line: the page stands, its code is on the way
    await context.route('**/_a/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${site.url}/sandbox`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: '短信', exact: true }).click();
    expect(await page.locator('astro-island[ssr]').count()).toBe(1);
    release();
    await page.getByRole('heading', { name: '短信' }).waitFor();
    await page.getByText('还没有短信').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a slow or broken line', () => {
  /** Holds the site's scripts back until they are released. */
  async function slowReader(path: string) {
    const reader = await openReader(browser, site);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await reader.context.route('**/_a/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await reader.page.goto(`${site.url}${path}`, { waitUntil: 'commit' });
    return { ...reader, release };
  }

  it('U-12 answers a press within 100 ms, before any code is there, and keeps it', async () => {
    const { page, context, release } = await slowReader(`/programme/detail?id=${world.paid}`);
    const buy = page.locator('astro-island[ssr] button', { hasText: '购买' }).first();
    // by the page's own clock: one outside of it would measure the machine
    await buy.evaluate((button) => {
      let pressed_ms = 0;
      addEventListener('mouseup', () => (pressed_ms = performance.now()), true);
      const said = () => button.setAttribute('data-said-ms', String(performance.now() - pressed_ms));
      new MutationObserver(said).observe(button, { attributeFilter: ['aria-busy'] });
    });
    await buy.click();
    expect(await buy.getAttribute('aria-busy')).toBe('true');
    expect(Number((await buy.getAttribute('data-said-ms')) ?? Number.NaN)).toBeLessThan(100);
    release();
    await page.locator('dialog[open]').getByText('登录策猫').waitFor();
    await context.close();
  });

  it('U-11 keeps Enter in a form until its code is there', async () => {
    const { page, context, release } = await slowReader('/login');
    await page.fill('input[name=account]', '13800009999');
    await page.fill('input[name=password]', 'secret-123');
    await page.press('input[name=password]', 'Enter');
    expect(await page.locator('button[type=submit]').getAttribute('aria-busy')).toBe('true');
    release();
    await page.getByText('账号或密码错误').waitFor();
    await context.close();
  });

  it('says when code cannot be loaded, and offers it again', async () => {
    const { page, context } = await openReader(browser, site, { expected: /ERR_FAILED|Failed to (load|fetch)|dynamically imported/ });
    let broken = true;
    // the framework's own second try has a query
    await context.route('**/_a/Head*.js*', (route) => (broken ? route.abort() : route.continue()));
    await page.goto(`${site.url}/programme/detail?id=${world.paid}`, { waitUntil: 'networkidle' });
    const buy = page.locator('astro-island button', { hasText: '购买' }).first();
    await buy.click();
    const told = page.getByRole('alert').filter({ hasText: '没有加载成功' });
    await told.waitFor();
    expect(await buy.getAttribute('aria-busy')).toBeNull();
    broken = false;
    await told.getByRole('button').click();
    await page.locator('dialog[open]').getByText('登录策猫').waitFor();
    await context.close();
  });
});

describe('search while typing', () => {
  it('offers words below the field; arrows choose, Enter searches, Escape closes', async () => {
    const { page, context, complaints } = await openReader(browser, site);
    await page.goto(`${site.url}/programme`, { waitUntil: 'networkidle' });
    const field = page.locator('header input[name=keyword]');
    await field.click();
    await expect.poll(() => field.getAttribute('role')).toBe('combobox');
    await field.pressSequentially('晚');
    const options = page.getByRole('option');
    await options.first().waitFor();
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    const word = await options.first().innerText();
    await field.press('Escape');
    expect(await options.count().then(() => options.first().isVisible())).toBe(false);
    expect(await field.inputValue()).toBe('晚');
    await field.press('Backspace');
    await field.pressSequentially('晚');
    await options.first().waitFor();
    await field.press('ArrowDown');
    expect(await field.inputValue()).toBe(word);
    expect(await field.getAttribute('aria-activedescendant')).toBe(await options.first().getAttribute('id'));
    await field.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('keyword') === word);
    await page.locator('mark', { hasText: word }).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('searches what was meant and says so', async () => {
    const { page, context } = await openReader(browser, site, { javascript: false });
    await page.goto(`${site.url}/search?keyword=wanyan`);
    await page.getByText('没有找到“wanyan”').waitFor();
    expect(await page.locator('main a[href^="/programme/detail?id="]').count()).toBeGreaterThan(0);
    await context.close();
  });
});

it('a page that cannot work without JavaScript says so', async () => {
  const { page, context } = await openReader(browser, site, { javascript: false });
  for (const path of [
    '/programme/add',
    '/programme/edit?id=1',
    '/personalCenter/myPublish',
    '/personalCenter/mySchemeOrder',
    '/personalCenter/myOrder',
    '/personalCenter/myWallet',
    '/personalCenter/mySetting',
    '/history',
    '/admin/review',
  ]) {
    await page.goto(`${site.url}${path}`);
    const said = page.locator('main noscript > p');
    expect([path, await said.isVisible(), await said.innerText()]).toEqual([path, true, expect.stringContaining('需要启用 JavaScript')]);
  }
  await context.close();
});
