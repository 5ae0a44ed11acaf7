import { expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { openReader, shot } from '../support/reader-browser.ts';

const { site, beside, browser, world } = joinedSite();

/** What the browser itself reports of a line that is cut. */
const expected = /ERR_INTERNET_DISCONNECTED|Failed to fetch/;
const TOLD = '网络不稳，没有加载成功。';

it('H1 a press whose code cannot be had is told of, and is done once the line is back', async () => {
  const { token } = await beside.person('13500000071');
  const { page, context } = await openReader(browser, site, { token, expected, width: 390 });
  await page.goto(`${site.url}/programme/detail?id=${world.paid}`);
  const buy = page.locator('.item-head').getByRole('button', { name: '¥68 购买' });
  // the island is awake, what it opens is not there yet
  await buy.hover();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await buy.click();
  const told = page.getByRole('alert').filter({ hasText: TOLD });
  await told.waitFor();
  await shot(page, 'cut-line-buy-390');
  await context.setOffline(false);
  await told.getByRole('button', { name: '重试' }).click();
  await page.getByRole('dialog', { name: '购买方案' }).getByText('应付金额').waitFor();
  await context.close();
});

it('H1 parts of a page that wake by themselves and cannot be had are told of once, and all come when asked for again', async () => {
  const { token } = await beside.person();
  const { page, context } = await openReader(browser, site, { token, expected: /ERR_FAILED|Failed to fetch/ });
  await context.route('**/_a/*.island.*', (route) => route.abort());
  await page.goto(`${site.url}/programme/detail?id=${world.paid}`);
  const told = page.getByRole('alert').filter({ hasText: TOLD });
  await told.waitFor();
  await shot(page, 'cut-line-parts');
  expect(await page.locator('.item-head').getByRole('button', { name: '¥68 购买' }).count()).toBe(0);
  await context.unroute('**/_a/*.island.*');
  await told.getByRole('button', { name: '重试' }).click();
  await page.locator('.item-head').getByRole('button', { name: '¥68 购买' }).waitFor();
  await page.locator('.item-head').getByRole('button', { name: '¥68 购买' }).click();
  await page.getByRole('dialog', { name: '购买方案' }).getByText('应付金额').waitFor();
  await context.close();
});

it('H1 a part of a screen that cannot be had leaves the screen, and comes when it is asked for again', async () => {
  const { token } = await beside.person('13500000072');
  const { page, context } = await openReader(browser, site, { token, expected });
  await page.goto(`${site.url}/personalCenter/mySetting`);
  await page.getByRole('tab', { name: '隐私与注销' }).waitFor();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('tab', { name: '隐私与注销' }).click();
  const told = page.getByRole('alert').filter({ hasText: TOLD });
  await told.waitFor();
  await page.getByRole('tab', { name: '个人资料' }).waitFor();
  await shot(page, 'cut-line-settings');
  await context.setOffline(false);
  await told.getByRole('button', { name: '重试' }).click();
  await page.getByText('注销账号').first().waitFor();
  await context.close();
});

it('H1 a link and a form that lead to another page say that the line is cut, and lead there once it is back', async () => {
  const { page, context } = await openReader(browser, site, { expected, width: 390 });
  await page.goto(`${site.url}/programme/detail?id=${world.paid}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: '菜单' }).first().click();
  const told = page.getByRole('alert').filter({ hasText: TOLD });
  await context.setOffline(true);
  await page.locator('a[href^="/login"]:visible').first().click();
  await told.waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await context.setOffline(false);
  await told.getByRole('button', { name: '重试' }).click();
  await page.waitForURL('**/login*');
  await page.goto(`${site.url}/programme/detail?id=${world.paid}`);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const words = page.locator('.site-header input[name=keyword]').first();
  await words.fill('年会');
  // what waits for the page that does not come would hang: `press`, `waitFor`, `click`
  await page.keyboard.press('Enter');
  await expect.poll(() => told.count()).toBe(1);
  await context.setOffline(false);
  await told.getByRole('button', { name: '重试' }).dispatchEvent('click');
  await page.waitForURL('**keyword=**');
  await context.close();
});
