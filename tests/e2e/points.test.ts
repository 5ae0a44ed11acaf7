import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { inTransaction, type Role } from '#server/app/ctx.ts';
import { addresses } from '#server/modules/addresses/tables.ts';
import { ownRedemptions, redeemGoods, saveGoods, shipRedemption } from '#server/modules/mall/index.ts';
import { grantPoints } from '#server/modules/points/index.ts';
import { giveCards } from '#server/modules/signin/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, saidAfter, shot } from '../support/reader-browser.ts';

const { site, beside, browser } = joinedSite();
let goods = 0;
beforeAll(async () => {
  goods = await saveGoods(beside.ctx(), {
    ...{
      id: 0,
      kind: 'physical',
      title: '测试帆布袋',
      about: '装得下',
      content: '第一段\n第二段',
      cover: '',
      points: 100,
      market_price: 39,
    },
    ...{ left_num: 5, left_before: 5, per_person: 2, is_on: true, sort: 0, definition_id: 0, vip_type: 1, days: 0 },
    ...{ max_download_pre_day: 0, cards: 0 },
  });
});

const give = (user_id: number, points: number) =>
  inTransaction(beside.ctx(), async (tx) => {
    await grantPoints(tx, { user_id, points, reason: 'gift', key: `e2e:${user_id}` });
    await giveCards(tx, { user_id, cards: 1, key: `e2e:${user_id}` });
  });

it('S-009, S-975 a member signs in from the header by keyboard, makes a day up and walks the months', { timeout: 120_000 }, async () => {
  const { id, token } = await beside.person();
  await give(id, 10);
  const reader = await openReader(browser, site, { token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/about/points`);
  const button = page.locator('header').getByRole('button', { name: '签到', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '每日签到' });
  await dialog.getByRole('button', { name: /^签到 \+2 积分$/ }).waitFor();
  expect(await dialog.locator('tbody td').count()).toBe(42);
  await dialog.getByText('完善个人信息').waitFor();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: /^签到 \+2 积分$/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('签到成功，+2 积分').waitFor();
  await dialog.getByRole('button', { name: '今日已签到' }).waitFor();
  await shot(page, 'sign-in-dialog-1440');
  // yesterday, from today by the arrow
  const today = dialog.getByRole('button', { name: /日，已签到$/ });
  await today.focus();
  await page.keyboard.press('ArrowLeft');
  await dialog
    .getByRole('button', { name: /漏签，补签$/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('补签成功').waitFor();
  await dialog.getByText('补签卡 0 张').waitFor();
  const month = await dialog.locator('p[aria-live="polite"]').textContent();
  await dialog.locator('td button[tabindex="0"]').first().focus();
  await page.keyboard.press('PageUp');
  await expect.poll(() => dialog.locator('p[aria-live="polite"]').textContent()).not.toBe(month);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // the header says so, and gets the focus back
  await page.locator('header').getByRole('button', { name: '已签到', exact: true }).waitFor();
  await leave(reader);
});

it('a member redeems a parcel with a new address and cancels it; the next arrives and goes back', { timeout: 120_000 }, async () => {
  const { id, token } = await beside.person();
  await give(id, 150);
  const reader = await openReader(browser, site, { token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/integral`);
  await page.getByRole('link', { name: /测试帆布袋/ }).waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'mall-390');
  await page.goto(`${site.url}/integral/shopDetails?id=${goods}`);
  expect(await axeFindings(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: '立即兑换' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/integral\/settleUp\?id=/);
  const redeem = page.getByRole('button', { name: '确认兑换' });
  await redeem.waitFor();
  expect(await redeem.isDisabled()).toBe(true);
  await page.getByRole('button', { name: '新增地址' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '新增收货地址' });
  await dialog.getByRole('button', { name: '保存地址' }).press('Enter');
  for (const text of ['请输入收件人姓名', '请输入收件人手机号码', '请选择省份', '请输入详细地址']) await dialog.getByText(text).waitFor();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await dialog.getByLabel('收件人').fill('张三');
  await dialog.getByLabel('手机号码').fill('13800000000');
  await dialog.getByLabel('省份').selectOption('浙江省');
  await dialog.getByLabel('城市').selectOption('杭州市');
  await dialog.getByLabel('详细地址').fill('文三路 100 号');
  await dialog.getByRole('button', { name: '保存地址' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByLabel('备注', { exact: true }).last().fill('XL 码');
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'settle-up-390');
  await redeem.press('Enter');
  await page.waitForURL(/\/integral\/settleResults\?id=/);
  await page.getByText('兑换成功，等待寄出').waitFor();
  await page.getByText('XL 码').waitFor();
  // back is before what is redeemed, and the rest is not enough for another
  await page.goBack();
  await page.waitForURL(/\/integral\/shopDetails/);
  await page.getByText('积分不足，还差 50 积分').waitFor();
  expect(await page.getByRole('button', { name: '立即兑换' }).isDisabled()).toBe(true);
  expect(await axeFindings(page, 'main')).toEqual([]);
  await page.goto(`${site.url}/integral/integralDetails?tab=orders`);
  await page.getByRole('button', { name: '取消兑换' }).press('Enter');
  await page.getByRole('dialog', { name: '取消兑换' }).getByRole('button', { name: '取消兑换' }).press('Enter');
  await page.getByText('已取消，积分已退回').first().waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await page.goto(`${site.url}/integral/integralDetails`);
  await page.getByText('兑换取消或退货，积分退回').waitFor();
  await shot(page, 'points-statement-390');

  // the next one is sent, arrives and goes back
  const as = (roles: Role[]) => beside.ctx({ kind: 'user', user_id: id, token_id: 0, roles, address: '10.0.0.1' });
  const [to] = await beside.booted.app.db.select().from(addresses).where(eq(addresses.user_id, id));
  const parcel = await redeemGoods(as([]), { id: goods, num: 1, address_id: to?.id ?? 0, total_points: 100, key: `e2e:${id}` });
  const { id: staff_id } = await beside.person();
  const desk = beside.ctx({ kind: 'user', user_id: staff_id, token_id: 0, roles: ['admin'], address: '10.0.0.2' });
  await shipRedemption(desk, parcel.id, { carrier: '顺丰速运', tracking_no: 'SF1234567890' });
  await page.goto(`${site.url}/integral/integralDetails?tab=orders`);
  for (const [act, done] of [
    ['确认收货', '已确认收货'],
    ['申请退货', '退货申请已提交'],
    ['填写退回的快递', '已保存'],
  ] as const) {
    await page.getByRole('button', { name: act }).press('Enter');
    const asked = page.getByRole('dialog', { name: act });
    if (act === '填写退回的快递') await asked.getByLabel('快递公司与单号').fill('顺丰 SF99');
    if (act === '申请退货') await asked.getByLabel('退货原因').fill('颜色与图片不一致');
    expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
    await saidAfter(page, () => asked.getByRole('button', { name: act }).press('Enter'), done);
  }
  const { list } = await ownRedemptions(as([]), { state: '', page: 1, limit: 5 });
  expect(list.map(({ state, back_parcel }) => [state, back_parcel])).toEqual([
    ['asked', '顺丰 SF99'],
    ['cancelled', ''],
  ]);
  await leave(reader);
});

it('a visitor is led to sign in from pages of one’s own, and comes back', async () => {
  const reader = await openReader(browser, site, { width: 1440 });
  const { page } = reader;
  for (const path of [
    '/integral/integralTask',
    `/integral/settleUp?id=${goods}&num=1`,
    '/integral/integralDetails',
    '/personalCenter/myAddress',
  ]) {
    await page.goto(site.url + path);
    await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('from') === path);
  }
  await leave(reader);
});
