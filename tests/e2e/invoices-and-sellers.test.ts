import { expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { payByBalance, placeOrder } from '#server/modules/orders/index.ts';
import { itemSubject } from '#server/modules/sales/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { giveBalance, makeItem } from '../support/market.ts';
import { axeFindings, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const joined = joinedSite();

async function buy(buyer_id: number, publisher_id: number): Promise<void> {
  const { beside } = joined;
  const ctx = createCtx(beside.booted.app, { kind: 'user', user_id: buyer_id, token_id: 0, roles: [], address: '' }, 'test');
  const item = await makeItem({ ctx: beside.ctx }, publisher_id, { price_fen: 5_000 });
  const { orderid } = await placeOrder(ctx, itemSubject, { subject_id: item, use_balance: true, coupon_id: 0, reuse_open: false });
  await payByBalance(ctx, orderid);
}

it.each([1440, 390] as const)('U6 at %i px an invoice is two presses away, and after the first one press asks for it', async (width) => {
  const { beside, browser, site } = joined;
  const [buyer, publisher] = [await beside.person(), await beside.person()];
  await giveBalance({ ctx: beside.ctx } as never, buyer.id, 20_000);
  for (let n = 0; n < 3; n++) await buy(buyer.id, publisher.id);
  const { page, context, complaints } = await openReader(browser, site, { token: buyer.token, width });
  await page.goto(`${site.url}/about/law`);
  await page.locator('.site-header [popovertarget=account-menu]:visible').first().click();
  await page.locator('#account-menu').getByRole('link', { name: /^发票/ }).click();
  await page.getByText('3 笔订单可开').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  const ask = page.getByRole('button', { name: /^开发票：/ });
  await ask.first().press('Enter');
  const dialog = page.getByRole('dialog', { name: /^申请发票/ });
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await dialog.getByText('请输入单位全称').waitFor();
  await dialog.getByText('个人').click();
  await dialog.getByRole('textbox', { name: /^抬头/ }).fill('林晓');
  await dialog.getByRole('textbox', { name: /邮箱/ }).fill('lin@example.com');
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await page.getByText(/^抬头：林晓/).waitFor();
  // from now on a press is enough
  await ask.first().press('Enter');
  await page.getByRole('tab', { name: '我的发票 2' }).waitFor();
  await page.getByRole('button', { name: '换个抬头' }).click();
  const title = page.getByRole('dialog', { name: '发票抬头' });
  await title.getByRole('textbox', { name: /^抬头/ }).fill('王芳');
  await title.getByRole('button', { name: '保存' }).click();
  await page.getByText(/^抬头：王芳/).waitFor();
  await shot(page, `invoices-${width}`);
  await ask.press('Enter');
  await page.getByText('没有可以开票的订单').waitFor();
  await page.getByRole('tab', { name: '我的发票 3' }).click();
  await page.getByText('王芳').waitFor();
  await shot(page, `invoices-asked-${width}`);
  await page.getByRole('button', { name: '撤回申请' }).first().click();
  await page.getByRole('tab', { name: '可开发票 1' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it.each([1440, 390] as const)(
  'U3 U13 at %i px a publisher sees the day on the overview, and the wallet opens on what moved',
  async (width) => {
    const { beside, browser, site } = joined;
    const [buyer, publisher] = [await beside.person(), await beside.person()];
    await giveBalance({ ctx: beside.ctx } as never, buyer.id, 5_000);
    await buy(buyer.id, publisher.id);
    const { page, context, complaints } = await openReader(browser, site, { token: publisher.token, width });
    await page.goto(`${site.url}/personalCenter`);
    const day = page.getByRole('region', { name: '今天的生意' });
    await day.getByRole('link', { name: /今日售出\s*1 笔/ }).waitFor();
    await day.getByRole('link', { name: /本周收益\s*¥40/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await shot(page, `seller-${width}`);
    await page.goto(`${site.url}/personalCenter/myWallet`);
    await expect.poll(() => page.getByRole('tab', { name: '收益明细' }).getAttribute('aria-selected')).toBe('true');
    await page.getByText('作品售出「年会方案」').waitFor();
    await page.goto(`${site.url}/personalCenter/myMessage`);
    await page
      .getByText(/售出「年会方案」，收益 ¥40\.00/)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);
