import { eq } from 'drizzle-orm';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '#server/app/ctx.ts';
import { users } from '#server/modules/identity/tables.ts';
import { saveBanner } from '#server/modules/promotion/index.ts';
import type { BesideSite } from '../support/beside-site.ts';
import { besideSite } from '../support/beside-site.ts';
import { joinBrowser, leaveBrowser } from '../support/browser.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { type Site, startSite } from '../support/site.ts';

// a site of its own: an announcement stands on every page of a site
let site: Site;
let beside: BesideSite;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  beside = await besideSite(site);
  browser = await joinBrowser();
});
afterAll(async () => {
  await leaveBrowser();
  await beside?.stop();
  await site?.stop();
});

async function staff(mobile: string, roles: Role[]): Promise<string> {
  const { id, token } = await beside.person(mobile);
  await beside.booted.app.db.update(users).set({ roles }).where(eq(users.id, id));
  return token;
}

it('an operator finds a screen and a user by the keyboard alone, and is told of the keys', async () => {
  const buyer = await beside.person('13600000021');
  const { page, context, complaints } = await openReader(browser, site, { token: await staff('13600000022', ['operator']), width: 1440 });
  await page.goto(`${site.url}/admin`);
  await page.getByRole('button', { name: '查找' }).waitFor();

  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: '查找' });
  await dialog.waitFor();
  // a name of a screen needs no call; the second line is reached by an arrow
  await page.keyboard.type('用户');
  await dialog.getByRole('link', { name: /^用户 每日/ }).waitFor();
  await shot(page, 'console-search-screens-1440');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/admin/users`);
  await page.getByRole('table', { name: '用户' }).waitFor();

  // here / is the list's own search; the key of the whole console still is there
  await page.keyboard.press('/');
  expect(await page.locator('[data-list-search]').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('13600000021');
  await dialog.getByRole('button', { name: /在所有列表中查找/ }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('status').getByText('找到 1 项').waitFor();
  const hit = dialog.getByRole('link', { name: /136\*\*\*\*0021/ });
  await hit.waitFor();
  await shot(page, 'console-search-hit-1440');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  expect(await hit.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowUp');
  expect(await dialog.getByLabel('查找的内容').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/admin/user?id=${buyer.id}`);

  // no list on this page: / looks for everything, Escape closes, ? says what keys there are
  await page.getByRole('button', { name: '查找' }).waitFor();
  await page.keyboard.press('/');
  await dialog.waitFor();
  await page.keyboard.type('退款');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  // opened again, the next word replaces the last one
  await page.keyboard.press('Control+k');
  await page.keyboard.type('订单');
  expect(await dialog.getByLabel('查找的内容').inputValue()).toBe('订单');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: '键盘' });
  await keys.getByText('显示这些按键').waitFor();
  // no list, so none of its keys
  expect(await keys.getByText('打开所在的行').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '查找' }).click();
  await dialog.getByLabel('查找的内容').fill('没有这样的内容');
  await page.keyboard.press('Enter');
  await dialog.getByText('没有找到“没有这样的内容”').waitFor();
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'console-search-none-390');
  expect(complaints).toEqual([]);
  await context.close();
});

it('an announcement is written in the console, stands above every page, is closed by the keyboard and stays closed', async () => {
  const token = await staff('13600000023', ['operator']);
  const operator = await openReader(browser, site, { token, width: 1440 });
  await operator.page.goto(`${site.url}/admin/announcement`);
  await operator.page.getByRole('textbox', { name: '标题' }).fill('周日凌晨维护');
  await operator.page.getByRole('textbox', { name: '说明' }).fill('2 点至 4 点暂停下载');
  await operator.page.getByRole('textbox', { name: '链接' }).fill('/about/helpCenter?id=1');
  await operator.page.getByRole('button', { name: '保存' }).click();
  await operator.page.getByRole('region', { name: /^公告 \d/ }).waitFor();
  await shot(operator.page, 'console-announcement-1440');
  expect(await axeFindings(operator.page)).toEqual([]);
  await operator.page.goto(`${site.url}/admin/announcements`);
  await operator.page.getByRole('table', { name: '公告' }).getByText('周日凌晨维护').waitFor();
  await operator.page.goto(`${site.url}/admin`);
  await operator.page.getByRole('region', { name: '近七日' }).waitFor();
  expect(await operator.page.locator('[data-bar]').count()).toBe(7);
  expect(operator.complaints).toEqual([]);
  await operator.context.close();

  for (const width of [1440, 390] as const) {
    const { page, context, complaints } = await openReader(browser, site, { width });
    const bar = page.getByRole('complementary', { name: '公告' });
    await expect
      .poll(async () => {
        await page.goto(site.url);
        return bar.isVisible();
      })
      .toBe(true);
    expect(await bar.textContent()).toContain('2 点至 4 点暂停下载');
    expect(await overflowsSideways(page)).toBe(false);
    await shot(page, `announcement-bar-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    await bar.getByRole('button', { name: '关闭公告' }).focus();
    await page.keyboard.press('Enter');
    await bar.waitFor({ state: 'hidden' });
    await page.goto(`${site.url}/programme`);
    await page.getByRole('heading').first().waitFor();
    expect(await bar.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  }
});

it('the next announcement comes up for who closed the one before, and one for members stays away from visitors', async () => {
  const base = { type: 25, summary: '', picture: '', url: '', sort: 0, is_on: true, starts_at: 0, ends_at: 0 } as const;
  await saveBanner(beside.ctx(), null, { ...base, title: '春节照常发货', place: 2 });
  await saveBanner(beside.ctx(), null, { ...base, title: '会员专享', place: 2, audience: 'member' });
  const seen = async (token?: string) => {
    const { page, context } = await openReader(browser, site, token ? { token } : {});
    const bar = page.getByRole('complementary', { name: '公告' });
    await expect
      .poll(async () => {
        await page.goto(site.url);
        return (await bar.allTextContents()).length > 0 && bar.first().locator('strong').textContent();
      })
      .toBe(token ? '会员专享' : '春节照常发货');
    await bar.getByRole('button', { name: '关闭公告' }).click();
    await page
      .getByRole('complementary', { name: '公告' })
      .getByText(token ? '春节照常发货' : '周日凌晨维护')
      .waitFor();
    await context.close();
  };
  await seen();
  await seen((await beside.person()).token);
});
