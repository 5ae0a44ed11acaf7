import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const { site, beside, browser } = joinedSite();

/** A save of the page was accepted. */
const answered = (page: Page) =>
  page.waitForResponse(
    (response) => response.request().method() !== 'GET' && /\/gateway\/(?!.*Burieddata)/.test(response.url()) && response.ok(),
  );

/** Every form that saves itself, and a field of it. */
const FORMS = {
  demand: { path: '/demand/add', field: (page: Page) => page.getByLabel('标题', { exact: false }).first() },
  salon: { path: '/salon/establish', field: (page: Page) => page.getByLabel('标题', { exact: false }).first() },
  publish: { path: '/ppt/add', field: (page: Page) => page.getByLabel('标题', { exact: false }).first() },
  resume: { path: '/personalCenter/myResume/newResume', field: (page: Page) => page.getByLabel(/^姓名/) },
};

it.each(Object.entries(FORMS))(
  'B3 what was typed into the form of a %s is there after leaving at once',
  { timeout: 120_000 },
  async (name, { path, field }) => {
    const { token } = await beside.person(`1330000${6101 + Object.keys(FORMS).indexOf(name)}`);
    const reader = await openReader(browser, site, { token, width: 1440 });
    const { page } = reader;
    await page.goto(`${site.url}${path}`);
    await field(page).fill('离开前写的');
    // at once: the pause that saves has not come
    await page.goto(`${site.url}/help`);
    await page.goto(`${site.url}${path}`);
    await expect.poll(() => field(page).inputValue()).toBe('离开前写的');
    await page.waitForURL(/\?id=\d+/);
    // the same with a draft that has a number
    await field(page).fill('又改了一次');
    await page.reload();
    await expect.poll(() => field(page).inputValue()).toBe('又改了一次');

    // the line is cut: this browser has it until it is back
    const at = page.url();
    await page.route('**/gateway/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
    await field(page).fill('断网时写的');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto(`${site.url}/help`);
    await page.unroute('**/gateway/**');
    await page.goto(at);
    await expect.poll(() => field(page).inputValue()).toBe('断网时写的');

    // two windows: the later one is told, and what it has is not lost
    const other = await reader.context.newPage();
    await other.goto(at);
    const stored = answered(other);
    await field(other).fill('另一个窗口');
    await stored;
    await field(page).fill('这个窗口');
    await page.getByText('刚在别的窗口或设备上改过', { exact: false }).waitFor();
    expect(await field(page).inputValue()).toBe('这个窗口');
    await shot(page, `saving-${name}-conflict`);
    const written = answered(page);
    await page.getByRole('button', { name: '保存这里的，覆盖那边的' }).click();
    await written;
    await expect.poll(() => page.locator('main').innerText()).toContain('已保存');
    await field(other).fill('另一个窗口又写');
    await other.getByRole('button', { name: '放弃这里的，载入那边的' }).click();
    await expect.poll(() => field(other).inputValue()).toBe('这个窗口');
    await other.setViewportSize({ width: 390, height: 844 });
    expect(await overflowsSideways(other)).toBe(false);
    // what the browser itself says of an answer 409 and of a cut line
    expect(reader.complaints.filter((line) => !/409|ERR_FAILED/.test(line))).toEqual([]);
    await reader.context.close();
  },
);
