import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { hasFocus } from '../support/page-state.ts';
import { openReader } from '../support/reader-browser.ts';
import type { SharedSite } from '../support/shared-site.ts';
import { tabThrough } from '../support/tab-walk.ts';

const { site, beside, browser, world } = joinedSite();

const detail = () => `${site.url}/programme/detail?id=${world.paid}`;
/** False as well while there is no such element: the bar goes and comes as the focus scrolls the page. */
const focused = (target: Locator) => target.evaluateAll((all) => all.some((element) => element === document.activeElement));

/** Whether somebody can see where the focus is: an outline or a ring, on the element or on the field around it. */
const shownAsFocused = (target: Locator) =>
  target.evaluate((element) => {
    const marked = (one: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
    };
    const field = element.closest('.search-form');
    return marked(element) || (field !== null && getComputedStyle(field).borderTopColor !== 'rgba(0, 0, 0, 0)');
  });

/** Presses Tab until the target has the focus, and asks whether it shows. */
async function tabTo(page: Page, target: Locator, most = 150): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab');
    if (await focused(target)) {
      await expect.poll(() => shownAsFocused(target)).toBe(true);
      return;
    }
  }
  throw new Error(`not reached by Tab: ${target}`);
}

/** Escape ends the dialog, and the focus stands where it was. */
async function escapeTo(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await expect.poll(() => focused(opener)).toBe(true);
}

describe('by Tab alone', () => {
  it('a visitor reaches the content at once, the search, the login and a card', async () => {
    const { page, context, complaints } = await openReader(browser, site);
    await page.goto(site.url);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toMatch(/^#/);
    await tabTo(page, page.locator('header').getByRole('link', { name: '登录' }));
    // the header's own comes once the large one has gone
    await tabTo(page, page.locator('main input[type=search]'));
    const card = page.locator('main a[href^="/programme/detail?id="]').first();
    await tabTo(page, card);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/programme\/detail\?id=\d+/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('a reader of the list reaches filters, sorts and cards', async () => {
    const { page, context } = await openReader(browser, site);
    await page.goto(`${site.url}/programme`);
    await tabTo(page, page.getByRole('navigation', { name: '筛选' }).getByRole('link', { name: '免费', exact: true }));
    await tabTo(page, page.getByRole('navigation', { name: '排序' }).getByRole('link', { name: '最新' }));
    await tabTo(page, page.locator('main a[href^="/programme/detail?id="]').first());
    await context.close();
  });

  it('H4 a phone opens the menu by its button: logging in and registering stand first; Escape gives the focus back', async () => {
    const { page, context } = await openReader(browser, site, { width: 390 });
    await page.goto(site.url);
    const menu = page.getByRole('button', { name: '菜单' });
    await tabTo(page, menu);
    await page.keyboard.press('Enter');
    await tabTo(page, page.locator('#account-menu').getByRole('link', { name: '登录' }), 2);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(menu)).toBe(true);
    await context.close();
  });

  it('H4 a phone finds messages and conversations first, each with its number beside it', async () => {
    const { token } = await beside.person('13500000073');
    const { page, context } = await openReader(browser, site, { width: 390, token });
    await page.goto(site.url);
    await page.getByRole('button', { name: '菜单' }).click();
    for (const name of ['我的消息', '我的会话']) {
      const entry = page.locator('#account-menu').getByRole('link', { name });
      const apart = await entry.evaluate((link) => {
        const badge = link.querySelector('.unread-badge') as HTMLElement;
        Object.assign(badge, { hidden: false, textContent: '9' });
        const [around, inside] = [link.getBoundingClientRect(), badge.getBoundingClientRect()];
        return { above: inside.top < around.top, below: inside.bottom > around.bottom, low: around.bottom > innerHeight / 2 };
      });
      expect(apart).toEqual({ above: false, below: false, low: false });
    }
    await context.close();
  });

  it.each([1440, 390] as const)('the main button and the button of the bar are reached at %i px and buy', async (width) => {
    const { page, context, complaints } = await openReader(browser, site, { width });
    await page.goto(detail());
    const main = page.locator('.item-head').getByRole('button', { name: '¥68 购买' });
    await tabTo(page, main);
    await page.keyboard.press('Enter');
    await page.locator('dialog[open] input[name=account]').waitFor();
    await escapeTo(page, main);

    await page.evaluate(() => scrollTo(0, 400));
    const bar = page.locator('.item-bar');
    await bar.waitFor({ state: 'visible' });
    const buy = bar.getByRole('button', { name: '¥68 购买' });
    await tabTo(page, buy, 200);
    await page.keyboard.press('Enter');
    await page.locator('dialog[open] input[name=account]').waitFor();
    await escapeTo(page, buy);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a dialog keeps the focus, ends with Escape and gives it back', () => {
  const dialogs = [
    ['of the purchase', /^¥68 购买$/, '购买方案', '关闭'],
    ['for sharing', /^分享/, '分享方案', '页面链接'],
    ['for a report', /^举报/, '举报', '联系电话'],
  ] as const;

  it.each(dialogs)('%s', async (_name, button, title, first) => {
    const { token } = await beside.person(`1350000${String(dialogs.findIndex(([, one]) => one === button)).padStart(4, '0')}`);
    const { page, context, complaints } = await openReader(browser, site, { token });
    await page.goto(detail());
    const opener = page.locator('.item-head').getByRole('button', { name: button });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await expect.poll(() => hasFocus(dialog.getByLabel(first))).toBe(true);
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab');
      // between its last and first element the browser's own bar has its turn
      const inside = () =>
        page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog[open]') !== null);
      expect(await inside()).toBe(true);
    }
    await escapeTo(page, opener);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('the pages in full view', async () => {
    const { token } = await beside.person('13500001000');
    const { page, context } = await openReader(browser, site, { token });
    await page.goto(detail());
    const opener = page.getByRole('button', { name: '全屏预览' });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const viewer = page.locator('.pswp[role=dialog]');
    await viewer.waitFor();
    await viewer.getByText('1 / 12', { exact: true }).filter({ visible: true }).waitFor();
    const second = viewer.getByText('2 / 12', { exact: true });
    // the viewer takes keys once it has faded in
    await expect
      .poll(async () => {
        if (!(await second.isVisible())) await page.keyboard.press('ArrowRight');
        return second.isVisible();
      })
      .toBe(true);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await expect.poll(() => focused(opener)).toBe(true);
    await context.close();
  });
});

describe('from the first element to the last, the focus is always seen and never held', () => {
  it.each<[string, () => string, '' | keyof SharedSite['people'], boolean]>([
    ['a list', () => '/programme', '', false],
    ['a detail', () => `/programme/detail?id=${world.paid}`, '', false],
    ['a form', () => '/programme/add', 'publisher', false],
    ['a list in the colours of the system', () => '/programme', '', true],
  ])('in %s', { timeout: 120_000 }, async (_name, path, who, forced) => {
    const { page, context, complaints } = await openReader(browser, site, who === '' ? {} : { token: site.people[who] });
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: forced ? 'active' : 'none' });
    await page.goto(site.url + path(), { waitUntil: 'networkidle' });
    // as the bar that an operator lays over pages for visitors
    if (who === '') {
      await page.evaluate(() => {
        const bar = document.createElement('aside');
        bar.className = 'register-banner for-visitors';
        bar.style.height = '72px';
        document.body.append(bar);
      });
    }
    const { stops, left, unseen } = await tabThrough(page);
    expect(unseen).toEqual([]);
    expect(left).toBe(true);
    expect(stops).toBeGreaterThan(30);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
