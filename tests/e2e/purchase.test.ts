import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { Order } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { updateItem } from '#server/modules/catalog/index.ts';
import { orders } from '#server/modules/orders/tables.ts';
import { issueCoupon, issueVoucher } from '#server/modules/vouchers/index.ts';
import { postTransfer } from '#server/modules/wallet/index.ts';
import { makeItem } from '../support/item-world.ts';
import { joinedSite } from '../support/join-site.ts';
import { atRest, hasFocus } from '../support/page-state.ts';
import {
  axeFindings,
  leave,
  openReader,
  overflowsSideways,
  type Reader,
  type ReaderOptions,
  readQr,
  saidAfter,
  shot,
} from '../support/reader-browser.ts';

const { site, beside, browser, world } = joinedSite();

interface Buyer extends Reader {
  id: number;
  token: string;
}

let people = 0;
/** A signed-in buyer on the page of the paid scheme (68 yuan). */
async function buyerOnPage(wish: { balance_fen?: number; coupon_fen?: number } = {}, options: ReaderOptions = {}): Promise<Buyer> {
  people += 1;
  const { id, token } = await beside.person(`136${String(people).padStart(8, '0')}`);
  if (wish.coupon_fen) {
    const use_end_time = new Date(Date.now() + 86_400_000);
    await issueCoupon(beside.ctx(), {
      user_id: id,
      type: 5,
      title: '方案立减券',
      amount_fen: wish.coupon_fen,
      min_price_fen: 0,
      use_end_time,
    });
  }
  const amount = wish.balance_fen ?? 0;
  if (amount > 0) {
    await inTransaction(beside.ctx(), (tx) =>
      postTransfer(tx, {
        key: `gift:${id}`,
        reason: 'gift',
        reference: '',
        unit: 'fen',
        entries: [
          { owner_id: null, purpose: 'gift_cost', amount: -amount },
          { owner_id: id, purpose: 'balance', amount },
        ],
      }),
    );
  }
  const reader = await openReader(browser, site, { ...options, token });
  await reader.page.goto(`${site.url}/programme/detail?id=${world.paid}`);
  return { ...reader, id, token };
}

const buyButton = (page: Page) => page.locator('.item-head').getByRole('button', { name: '¥68 购买' });
const modalOf = (page: Page) => page.getByRole('dialog', { name: '购买方案' });
const qrOf = (page: Page) => modalOf(page).getByRole('img', { name: '支付二维码' });
const amountOf = async (page: Page) => (await modalOf(page).locator('p.num[aria-live=polite]').innerText()).replace(/\s/g, '');

/** Nothing was wrong behind the scenes, and nothing stays open. */
describe('K-109, M-100 what is to be paid', () => {
  it('is less with a coupon, which is chosen at once and can be put back', async () => {
    const buyer = await buyerOnPage({ coupon_fen: 1_000, balance_fen: 2_000 }, { width: 1440 });
    const { page } = buyer;
    await buyButton(page).click();
    await qrOf(page).waitFor();
    await expect.poll(() => amountOf(page)).toBe('¥58');
    const first = await readQr(qrOf(page));
    await modalOf(page).getByLabel('优惠券').selectOption({ label: '不使用优惠券' });
    await expect.poll(() => amountOf(page)).toBe('¥68');
    await modalOf(page)
      .getByRole('checkbox', { name: /使用余额/ })
      .click();
    await expect.poll(() => amountOf(page)).toBe('¥48');
    await modalOf(page).getByLabel('优惠券').selectOption({ index: 1 });
    await expect.poll(() => amountOf(page)).toBe('¥38');
    expect((await modalOf(page).boundingBox())?.width).toBe(930);
    await shot(page, 'purchase-coupon-1440');
    // another amount is another payment: the first code is not the one to scan any more
    await expect.poll(() => readQr(qrOf(page))).not.toBe(first);
    expect(await axeOf(page)).toEqual([]);
    await leave(buyer);
  });

  it('is asked for once more when the balance covers all of it', async () => {
    const buyer = await buyerOnPage({ balance_fen: 10_000 }, { width: 1440 });
    const { page } = buyer;
    await buyButton(page).click();
    await qrOf(page).waitFor();
    // not check(): the question takes the checkbox's place, so there may be nothing left to look at
    await modalOf(page)
      .getByRole('checkbox', { name: /使用余额/ })
      .click();
    const confirm = modalOf(page).getByRole('button', { name: '确认支付' });
    await confirm.waitFor();
    await expect.poll(() => modalOf(page).innerText()).toMatch(/当前余额\s*¥100[\s\S]*支付后余额\s*¥32/);
    await shot(page, 'purchase-balance-1440');
    expect(await axeOf(page)).toEqual([]);
    await confirm.click();
    await modalOf(page).getByText('支付成功', { exact: true }).waitFor();
    await modalOf(page).getByRole('button', { name: '继续浏览' }).click();
    await page.locator('.item-head').getByRole('button', { name: '下载方案' }).waitFor();
    await leave(buyer);
  });

  it('is nothing when a coupon covers it: opening spends nothing, the buyer chooses, is asked and congratulated', async () => {
    const buyer = await buyerOnPage({ coupon_fen: 10_000 }, { width: 1440 });
    const { page } = buyer;
    await buyButton(page).click();
    await qrOf(page).waitFor();
    await expect.poll(() => amountOf(page)).toBe('¥68');
    const coupons = modalOf(page).getByLabel('优惠券');
    await coupons.selectOption({ index: 1 });
    await modalOf(page).getByText('多出的 ¥32 不退回').waitFor();
    await shot(page, 'purchase-coupon-ask-1440');
    expect(await axeOf(page)).toEqual([]);
    await modalOf(page).getByRole('button', { name: '返回' }).click();
    expect(await coupons.inputValue()).toBe('0');
    await qrOf(page).waitFor();
    await coupons.selectOption({ index: 1 });
    await modalOf(page).getByRole('button', { name: '确认使用' }).click();
    await modalOf(page).getByText('恭喜您，本单免费！').waitFor();
    await shot(page, 'purchase-free-1440');
    expect(await axeOf(page)).toEqual([]);
    await leave(buyer);
  });
});

describe('when it does not go well', () => {
  it('shows the price that is paid, to the fen, also when it changed while the modal was open', async () => {
    const { ctx, booted } = beside;
    const scheme = await makeItem({ app: booted.app, ctx }, { publisher_id: (await beside.person('13600099001')).id, price_fen: 1_990 });
    const buyer = await buyerOnPage({ balance_fen: 500 }, { width: 1440 });
    const { page } = buyer;
    await page.goto(`${site.url}/programme/detail?id=${scheme.id}`);
    await page.locator('.item-head').getByRole('button', { name: '¥19.90 购买' }).click();
    await expect.poll(() => amountOf(page)).toBe('¥19.90');
    await inTransaction(ctx(), (tx) => updateItem(tx, scheme.id, { price_fen: 1_234_567 }));
    await modalOf(page)
      .getByRole('checkbox', { name: /使用余额/ })
      .click();
    await expect.poll(() => amountOf(page)).toBe('¥12,340.67');
    await expect.poll(() => modalOf(page).locator('.purchase-main').innerText()).toContain('12,345.67');
    await buyer.context.close();
  });

  it('takes a payment of the last second for what it is, not for too late', async () => {
    const buyer = await buyerOnPage({}, { width: 1440 });
    const { page } = buyer;
    const { body } = await beside.call<Order>('POST', '/scheme/buy/order', buyer.token, { id: world.paid, balance: 0, user_coupon_id: 0 });
    const { orderid } = body.data;
    await buyButton(page).hover();
    await page.locator('.item-main-action astro-island:not([ssr])').waitFor({ state: 'attached' });
    const ends = Date.now() + 7_000;
    await beside.booted.app.db
      .update(orders)
      .set({ expires_at: new Date(ends) })
      .where(eq(orders.orderid, orderid));
    // the polls on the way hear of nothing, as if the payment came after the last of them
    const nothing_yet = { orderid, status: 1, owned: 0, platform: 1, msg: '', expires_at: Math.floor(ends / 1000) };
    await page.route('**/gateway/api/order?*', (route) =>
      Date.now() < ends ? route.fulfill({ json: { code: 0, msg: '', data: nothing_yet, request_id: '' } }) : route.continue(),
    );
    await buyButton(page).click();
    await qrOf(page).waitFor();
    await beside.call('POST', '/sandbox/pay', '', { orderid, channel: 'wechat', result: 'success' });
    await modalOf(page).getByText('支付成功', { exact: true }).waitFor();
    await leave(buyer);
  });

  it('offers the file when the scheme was opened another way meanwhile, and no new code', async () => {
    const buyer = await buyerOnPage({}, { width: 1440 });
    const { page } = buyer;
    await issueVoucher(beside.ctx(), { user_id: buyer.id, kind: KINDS.scheme.code, use_end_time: new Date(Date.now() + 86_400_000) });
    await buyButton(page).click();
    await qrOf(page).waitFor();
    await beside.call('POST', '/scheme/scheme/voucher', buyer.token, { sid: world.paid });
    await modalOf(page).getByText('您已拥有该方案', { exact: true }).waitFor();
    await modalOf(page).getByRole('button', { name: '去下载' }).waitFor();
    await leave(buyer);
  });

  it('F-25 a code that ran out says so and is made anew', async () => {
    const buyer = await buyerOnPage({}, { width: 1440 });
    const { page } = buyer;
    const { body } = await beside.call<Order>('POST', '/scheme/buy/order', buyer.token, { id: world.paid, balance: 0, user_coupon_id: 0 });
    await buyButton(page).hover();
    await page.locator('.item-main-action astro-island:not([ssr])').waitFor({ state: 'attached' });
    // as if its quarter of an hour were nearly over, with time left for the press to find it
    await beside.booted.app.db
      .update(orders)
      .set({ expires_at: new Date(Date.now() + 7_000) })
      .where(eq(orders.orderid, body.data.orderid));
    await buyButton(page).click();
    await modalOf(page).getByText('订单超时未支付，已关闭').waitFor();
    await shot(page, 'purchase-expired-1440');
    await modalOf(page).getByRole('button', { name: '刷新二维码' }).click();
    await modalOf(page).getByText('订单超时未支付，已关闭').waitFor({ state: 'detached' });
    await expect.poll(() => readQr(qrOf(page))).not.toBe(body.data.pay_qrcode);
    expect(await readQr(qrOf(page))).toMatch(/\/sandbox\?pay=P\d{24}$/);
    await leave(buyer);
  });

  it('F-30 a declined payment is told, and another try succeeds', async () => {
    const buyer = await buyerOnPage({}, { width: 1440 });
    const { page } = buyer;
    await buyButton(page).click();
    await qrOf(page).waitFor();
    const phone = await buyer.context.newPage();
    const declined = await readQr(qrOf(page));
    // nobody has to guess in the demo how the code is paid
    expect(await modalOf(page).getByRole('link', { name: '打开模拟手机付款' }).getAttribute('href')).toBe(declined);
    await phone.goto(declined);
    await phone.getByRole('button', { name: '支付失败' }).click();
    await phone.getByText('网站已收到失败通知。').waitFor();
    const again = modalOf(page).getByRole('button', { name: '刷新二维码' });
    await again.waitFor();
    await shot(page, 'purchase-declined-1440');
    await again.click();
    await again.waitFor({ state: 'detached' });
    await expect.poll(() => readQr(qrOf(page))).not.toBe(declined);
    await phone.goto(await readQr(qrOf(page)));
    await phone.getByRole('button', { name: '支付成功' }).click();
    await modalOf(page).getByText('支付成功', { exact: true }).waitFor();
    await leave(buyer);
  });
});

describe('leaving and coming back', () => {
  it('P-302 Escape closes, focus is where it was, the order waits in the list, can be paid there, and asks before it is closed', async () => {
    const buyer = await buyerOnPage({}, { width: 1440 });
    const { page } = buyer;
    await buyButton(page).click();
    await qrOf(page).waitFor();
    const scanned = await readQr(qrOf(page));
    await saidAfter(page, () => page.keyboard.press('Escape'), '订单已保留，可在「我的方案订单」继续支付');
    await modalOf(page).waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(buyButton(page))).toBe(true);

    await page.goto(`${site.url}/personalCenter/mySchemeOrder`);
    await page.getByText(/待支付，剩余 \d+:\d\d/).waitFor();
    await page.getByRole('tab', { name: '待支付 1' }).waitFor();
    await shot(page, 'orders-waiting-1440');
    await page.getByRole('button', { name: '继续支付', exact: true }).click();
    await qrOf(page).waitFor();
    expect(await readQr(qrOf(page))).toBe(scanned);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: '关闭订单' }).click();
    const question = page.getByRole('dialog', { name: '关闭这笔订单？' });
    await question.getByRole('button', { name: '再想想' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByText(/待支付，剩余/).waitFor();
    await page.getByRole('button', { name: '关闭订单' }).click();
    await shot(page, 'orders-close-1440');
    await question.getByRole('button', { name: '关闭订单' }).click();
    await page.locator('main').getByText('订单已关闭', { exact: true }).waitFor();
    await page.getByRole('button', { name: '继续支付', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '重新购买' }).waitFor();
    // orders of another kind stand on a page of their own
    await page.getByRole('link', { name: '我的PPT模板订单' }).click();
    await page.getByText('还没有PPT模板订单').waitFor();
    expect(await page.getByRole('link', { name: '去看看PPT模板' }).getAttribute('href')).toBe('/ppt');
    await leave(buyer);
  });

  it('K-020 a phone that pays after the modal was closed: the page says so and offers the file', async () => {
    const buyer = await buyerOnPage({}, { width: 1440 });
    const { page } = buyer;
    await buyButton(page).click();
    await qrOf(page).waitFor();
    const phone = await buyer.context.newPage();
    await phone.goto(await readQr(qrOf(page)));
    await phone.getByRole('button', { name: '支付成功' }).waitFor();
    await page.bringToFront();
    await page.keyboard.press('Escape');
    await modalOf(page).waitFor({ state: 'detached' });
    await phone.getByRole('button', { name: '支付成功' }).click();
    await page.getByText('支付成功，方案已加入「我的方案订单」').waitFor();
    await page.locator('.item-head').getByRole('button', { name: '下载方案' }).waitFor();
    await leave(buyer);
  });

  it('goes by the keyboard alone, from the button to the paid order', async () => {
    const buyer = await buyerOnPage({ balance_fen: 10_000 });
    const { page } = buyer;
    await buyButton(page).waitFor();
    await tabTo(page, () => hasFocus(buyButton(page)));
    await page.keyboard.press('Enter');
    await qrOf(page).waitFor();
    const within = () =>
      page.evaluate(() => document.activeElement?.closest('dialog[open]') !== null || document.activeElement === document.body);
    const balance = modalOf(page).getByRole('checkbox', { name: /使用余额/ });
    await tabTo(page, () => hasFocus(balance), within);
    await page.keyboard.press('Space');
    const confirm = modalOf(page).getByRole('button', { name: '确认支付' });
    // the answer has the focus already
    await expect.poll(() => hasFocus(confirm)).toBe(true);
    await page.keyboard.press('Enter');
    const download = modalOf(page).getByRole('button', { name: '去下载' });
    await expect.poll(() => hasFocus(download)).toBe(true);
    await page.keyboard.press('Escape');
    await modalOf(page).waitFor({ state: 'detached' });
    await leave(buyer);
  });
});

it('fits a phone of 390 px: a sheet that nothing pushes sideways, with an untouched axe', async () => {
  const buyer = await buyerOnPage({ coupon_fen: 1_000, balance_fen: 2_000 }, { width: 390 });
  const { page } = buyer;
  await shot(page, 'detail-signed-in-390');
  await page.getByRole('button', { name: '¥68 购买' }).locator('visible=true').first().click();
  await modalOf(page).getByText('显示二维码').click();
  await qrOf(page).waitFor();
  await atRest(page);
  expect(await overflowsSideways(page)).toBe(false);
  const sheet = await modalOf(page).evaluate((dialog) => {
    const { left, right, bottom } = dialog.getBoundingClientRect();
    return { left, right, bottom, pushed: dialog.scrollWidth > dialog.clientWidth };
  });
  expect(sheet).toEqual({ left: 0, right: 390, bottom: 844, pushed: false });
  expect(await axeOf(page)).toEqual([]);
  await shot(page, 'purchase-390');
  await page.keyboard.press('Escape');
  await page.goto(`${site.url}/personalCenter/mySchemeOrder`);
  await page.getByText(/待支付，剩余/).waitFor();
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'orders-390');
  await leave(buyer);
});

/** Tab until it is reached; `within` must hold on the way. */
async function tabTo(page: Page, reached: () => Promise<boolean>, within: () => Promise<boolean> = async () => true): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    expect(await within()).toBe(true);
    if (await reached()) return;
  }
  throw new Error('not reached by Tab');
}

const axeOf = (page: Page) => axeFindings(page, 'dialog[open]');
