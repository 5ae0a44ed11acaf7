import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, type Reader, readQr, shot } from '../support/reader-browser.ts';
import { kindForm, makeSalon } from '../support/salons.ts';

const { site, beside, browser, world } = joinedSite();

let people = 0;
async function reader(width: 1440 | 390): Promise<Reader> {
  people += 1;
  const { token } = await beside.person(`1380000${String(7000 + people)}`);
  return openReader(browser, site, { token, width });
}
const modalOf = (page: Page) => page.locator('dialog[open]');
async function buy(page: Page): Promise<void> {
  await page.goto(`${site.url}/programme/detail?id=${world.paid}`);
  await page.getByRole('button', { name: '¥68 购买' }).locator('visible=true').first().click();
}
const paymentOf = (page: Page) => new URL(page.url()).searchParams.get('pay');

it('U5 M17 a scheme is bought on one phone: the app opens, declines or is left, and the order waits for it', {
  timeout: 120_000,
}, async () => {
  const buyer = await reader(390);
  const { page } = buyer;
  await buy(page);
  const by_wechat = modalOf(page).getByRole('link', { name: '用微信支付' });
  await by_wechat.waitFor();
  await modalOf(page).getByRole('link', { name: '用支付宝支付' }).waitFor();
  const code = modalOf(page).getByRole('img', { name: '支付二维码' });
  expect(await code.isVisible()).toBe(false);
  expect(await overflowsSideways(page)).toBe(false);
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await shot(page, 'phone-pay-1-sheet-390');
  await modalOf(page).getByText('显示二维码').click();
  expect(await readQr(code)).toMatch(/\/sandbox\?pay=P\d{24}$/);

  await by_wechat.click();
  await page.waitForURL(/\/sandbox\?pay=P\d{24}&by=wechat&order=\d{24}$/);
  expect(await page.getByRole('radio', { name: '微信支付' }).isChecked()).toBe(true);
  await shot(page, 'phone-pay-2-app-390');
  await page.getByRole('link', { name: '返回订单' }).click();
  await page.getByText('正在确认付款结果').waitFor();
  await page.getByText('还没有收到付款').waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'phone-pay-3-waiting-390');
  // another way is the whole choice again
  await page.getByRole('button', { name: '换一种方式' }).click();
  await by_wechat.waitFor();
  await page.keyboard.press('Escape');
  await modalOf(page).waitFor({ state: 'detached' });

  await page.getByRole('link', { name: '用微信支付' }).click();
  await page.getByRole('button', { name: '支付成功' }).click();
  await page.getByRole('button', { name: '回到订单' }).click();
  await page.getByText('付款成功 ¥68').waitFor();
  await page.getByRole('button', { name: '再次下载' }).waitFor();
  await shot(page, 'phone-pay-4-paid-390');
  await leave(buyer);
});

it('M17 what was declined says so, and leads to another order', { timeout: 120_000 }, async () => {
  const buyer = await reader(390);
  const { page } = buyer;
  await buy(page);
  await modalOf(page).getByRole('link', { name: '用支付宝支付' }).click();
  await page.waitForURL(/by=alipay/);
  expect(await page.getByRole('radio', { name: '支付宝' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: '支付失败' }).click();
  await page.getByRole('button', { name: '回到订单' }).click();
  await page.getByText('没有付款成功').waitFor();
  await shot(page, 'phone-pay-5-declined-390');
  await page.getByRole('button', { name: '重新下单' }).click();
  await modalOf(page).getByRole('link', { name: '用微信支付' }).waitFor();
  await leave(buyer);
});

it('M17 WeChat after an Alipay that was only opened has an order of its own', { timeout: 120_000 }, async () => {
  const buyer = await reader(390);
  const { page } = buyer;
  await buy(page);
  await modalOf(page).getByRole('link', { name: '用支付宝支付' }).click();
  await page.waitForURL(/by=alipay/);
  const opened = paymentOf(page);
  await page.getByRole('link', { name: '返回订单' }).waitFor();
  await buy(page);
  await modalOf(page).getByRole('link', { name: '用微信支付' }).click();
  await page.waitForURL(/by=wechat/);
  expect(paymentOf(page)).not.toBe(opened);
  await page.getByRole('button', { name: '支付成功' }).click();
  await page.getByRole('button', { name: '回到订单' }).click();
  await page.getByText('付款成功 ¥68').waitFor();
  await leave(buyer);
});

it('M17 a desk is as it was: the code, and no app to open', async () => {
  const buyer = await reader(1440);
  const { page } = buyer;
  await buy(page);
  await modalOf(page).getByRole('img', { name: '支付二维码' }).waitFor();
  await modalOf(page).getByText('请使用微信或支付宝扫码支付').waitFor();
  expect(
    await modalOf(page)
      .getByRole('link', { name: /^用(微信|支付宝)支付$/ })
      .count(),
  ).toBe(0);
  await shot(page, 'phone-pay-desk-1440');
  await leave(buyer);
});

it('M17 memberships, coins and tickets are paid on the phone as well', { timeout: 180_000 }, async () => {
  const owner = await beside.person('13800006999');
  const { id: salon } = await makeSalon(beside, { owner_id: owner.id, title: '手机付款公开课', kinds: [kindForm({})] });
  const buyer = await reader(390);
  const { page } = buyer;
  const pays = async (name: string, seen: string, shows: string) => {
    const link = page.getByRole('link', { name: '用支付宝支付' });
    await link.waitFor();
    await link.scrollIntoViewIfNeeded();
    await shot(page, `phone-pay-${name}-390`);
    expect(await overflowsSideways(page), name).toBe(false);
    // all of it can be reached, down to the code
    const code = page.getByText('显示二维码');
    await code.click();
    await page.getByRole('img', { name: '支付二维码' }).scrollIntoViewIfNeeded();
    await shot(page, `phone-pay-${name}-code-390`);
    await link.click();
    await page.waitForURL(/\/sandbox\?/);
    await page.getByRole('button', { name: '支付成功' }).click();
    await page.getByRole('button', { name: '回到订单' }).click();
    await page.getByText(/付款成功/).waitFor();
    await shot(page, `phone-pay-${name}-paid-390`);
    await page.getByRole('link', { name: seen, exact: true }).click();
    await page.getByText(shows).first().waitFor();
  };

  await page.goto(`${site.url}/vip/payVip?vipType=1`);
  await pays('membership', '查看会员', '方案会员开通成功');
  await page.goto(`${site.url}/personalCenter/myWallet`);
  await page.getByRole('button', { name: '充值猫币' }).click();
  await modalOf(page).getByText('30', { exact: true }).click();
  await modalOf(page).getByRole('button', { name: '立即充值' }).click();
  await pays('coins', '查看猫币', '充值猫币');
  await page.goto(`${site.url}/salon/details?id=${salon}`);
  await page.getByRole('button', { name: '立即报名' }).locator('visible=true').first().click();
  await modalOf(page).getByRole('button', { name: '下一步' }).click();
  await modalOf(page).getByLabel('姓名').fill('王可');
  await modalOf(page).getByLabel('手机号').fill('13800001234');
  await modalOf(page).getByRole('button', { name: '提交订单' }).click();
  await pays('ticket', '查看门票', '报名成功');
  await leave(buyer);
});
