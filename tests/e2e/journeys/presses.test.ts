import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import { type JoinedSite, joinSite } from '../../support/join-site.ts';
import { payOnPhone } from '../../support/newcomers.ts';
import { openReader } from '../../support/reader-browser.ts';

let stage: JoinedSite;
beforeAll(async () => {
  stage = await joinSite();
});
afterAll(() => stage?.leave());

/** Presses of a person on this page from now on, also on pages that it leads to. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeBinding('pressed', () => void presses++);
  await page.addInitScript(() => {
    const told = window as unknown as { pressed(): void };
    addEventListener('click', (event) => event.isTrusted && told.pressed(), true);
  });
  return () => presses;
}

it.each([1440, 390] as const)('at %i px who is signed in buys from a list and has the file within six presses', async (width) => {
  const { site, browser, beside, world } = stage;
  const { token } = await beside.person(`1380001${width}`.padEnd(11, '0'));
  const reader = await openReader(browser, site, { token, width });
  const { page } = reader;
  const presses = await countPresses(page);
  await page.goto(`${site.url}/programme`);
  await page
    .locator(`main a[href="${paths.detail(KINDS.scheme, world.paid)}"]`)
    .first()
    .click();
  await page.getByRole('button', { name: '¥68 购买' }).locator('visible=true').first().click();
  const dialog = page.locator('dialog[open]');
  if (width === 390) {
    await dialog.getByRole('link', { name: '用微信支付' }).click();
    // what stands for the app on one's phone
    await page.getByRole('button', { name: '支付成功' }).click();
    await page.getByRole('button', { name: '回到订单' }).click();
    await page.getByText('付款成功 ¥68').waitFor();
  } else {
    await payOnPhone(reader, dialog);
    await dialog.getByText('支付成功', { exact: true }).waitFor();
  }
  const download = page.getByRole('button', { name: width === 390 ? '再次下载' : '去下载' });
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).not.toBe('');
  expect(presses()).toBeGreaterThan(2);
  expect(presses()).toBeLessThanOrEqual(6);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});
