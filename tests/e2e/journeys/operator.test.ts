import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { Order } from '#contract/order.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { installDefaultTerms } from '#server/modules/catalog/index.ts';
import { type BesideSite, besideSite } from '../../support/beside-site.ts';
import { joinBrowser, leaveBrowser } from '../../support/browser.ts';
import { countSteps } from '../../support/count-steps.ts';
import { makeItem } from '../../support/item-world.ts';
import { openStaff, register, type Stage } from '../../support/newcomers.ts';
import { overflowsSideways, shot } from '../../support/reader-browser.ts';
import { type Site, startSite } from '../../support/site.ts';

const TITLE = '城市灯光节开幕式方案';

// a site of its own: its announcement stands in every page, its desk holds nobody else's works
let site: Site;
let beside: BesideSite;
let stage: Stage;
let buyer: { id: number; token: string };
let item_id: number;
let order: Order;
beforeAll(async () => {
  site = await startSite();
  beside = await besideSite(site);
  stage = { site, beside, browser: await joinBrowser() };
  await inTransaction(beside.ctx(), (tx) => installDefaultTerms(tx));
  const publisher = await beside.person();
  buyer = await beside.person();
  const facts = { publisher_id: publisher.id, title: TITLE, price_fen: 8_800 };
  item_id = (await makeItem({ app: beside.booted.app, ctx: beside.ctx }, facts)).id;
  const wish = { id: item_id, balance: 0, user_coupon_id: 0 };
  order = (await beside.call<Order>('POST', '/scheme/buy/order', buyer.token, wish)).body.data;
  await beside.call('POST', '/sandbox/pay', null, { orderid: order.orderid, channel: 'wechat', result: 'success' });
  const report = {
    type: KINDS.scheme.types.report,
    rid: item_id,
    url: '',
    mobile: '13900001234',
    content: '封面和我的一样',
    ruid: publisher.id,
  };
  expect((await beside.call('POST', '/api/tools/report', buyer.token, report)).body.code).toBe(0);
});
afterAll(async () => {
  await leaveBrowser();
  await beside?.stop();
  await site?.stop();
});

it('U12 an operator is appointed, sees the day, finds an order, decides, refunds with a reason that is kept, and plans an announcement', {
  timeout: 180_000,
}, async () => {
  const operator = await register(stage, '/personalCenter');
  const admin = await openStaff(stage, ['admin'], `/admin/users?q=${operator.mobile}`);
  const appointed = await countSteps(admin.page);
  await admin.page.getByRole('table', { name: '用户' }).locator('tbody').getByRole('link').first().click();
  await admin.page.getByRole('button', { name: '设定角色' }).click();
  const roles = admin.page.getByRole('dialog', { name: '设定角色' });
  for (const role of [/^运营/, /^审核员/]) await roles.getByRole('checkbox', { name: role }).check();
  await roles.getByLabel('原因').fill('新同事入职');
  await shot(admin.page, 'operator-1-roles');
  await roles.getByRole('button', { name: '保存' }).click();
  await roles.waitFor({ state: 'detached' });
  expect(await appointed(), 'an appointment').toEqual({ presses: 5, fields: 1, pages: 1 });

  const { page } = operator;
  await page.goto(`${site.url}/admin`);
  await page.getByRole('region', { name: '等待处理' }).waitFor();
  const took = await countSteps(page);
  await shot(page, 'operator-2-today');
  await page.getByRole('button', { name: '查找' }).click();
  const finding = page.getByRole('dialog', { name: '查找' });
  await finding.getByLabel('查找的内容').fill(order.orderid);
  await page.keyboard.press('Enter');
  await finding
    .getByRole('link', { name: new RegExp(TITLE) })
    .first()
    .click();
  await page.waitForURL(/\/admin\/order\?/);
  expect(await took(), 'finding an order').toEqual({ presses: 3, fields: 1, pages: 1 });
  await shot(page, 'operator-3-order');

  await page.goto(`${site.url}/admin`);
  await took();
  await page.getByRole('link', { name: /^举报/ }).click();
  await page.waitForURL(/\/admin\/review\?type=report/);
  const queue = page.getByRole('navigation', { name: '待处理的举报' });
  // what has waited longest is open
  const desk = page.getByRole('article', { name: TITLE });
  await desk.getByText('封面和我的一样').waitFor();
  await shot(page, 'operator-4-desk');
  await desk.getByRole('button', { name: '举报不成立' }).click();
  await queue.getByRole('button', { name: TITLE }).waitFor({ state: 'detached' });
  expect(await took(), 'a decision, from the day').toEqual({ presses: 2, fields: 0, pages: 1 });

  await page.goto(`${site.url}/admin/order?orderid=${order.orderid}`);
  await took();
  await page.getByRole('button', { name: '退款' }).click();
  const refund = page.getByRole('dialog', { name: '退款 ¥88' });
  await refund.getByRole('button', { name: '确认退款' }).click();
  await refund.getByText('请填写原因').waitFor();
  await refund.getByLabel('原因').fill('文件打不开，已核实');
  await shot(page, 'operator-5-refund');
  await refund.getByRole('button', { name: '确认退款' }).click();
  await page.getByRole('region', { name: '操作记录' }).getByText('文件打不开，已核实').waitFor();
  expect(await took(), 'a refund, with one fault').toEqual({ presses: 3, fields: 1, pages: 0 });
  await shot(page, 'operator-6-refunded');
  await admin.page.goto(`${site.url}/admin/audit`);
  await admin.page.getByRole('table', { name: '操作记录' }).getByText('文件打不开，已核实').first().waitFor();
  await shot(admin.page, 'operator-7-audit');
  await admin.leave();

  await page.goto(`${site.url}/admin/announcements`);
  await took();
  await page.getByRole('link', { name: /新建/ }).click();
  await page.getByRole('heading', { level: 1, name: '新建公告', exact: true }).waitFor();
  await page.getByRole('textbox', { name: '标题' }).fill('下周日凌晨维护');
  await page.getByRole('textbox', { name: '说明' }).fill('2 点至 4 点暂停下载');
  await page.getByLabel('开始').fill(`${shanghaiDay(new Date(Date.now() + 7 * 86_400_000))}T02:00`);
  await shot(page, 'operator-8-announcement');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('region', { name: /^公告 \d/ }).waitFor();
  await page.getByRole('heading', { level: 1, name: '编辑公告', exact: true }).waitFor();
  expect(await took(), 'an announcement').toEqual({ presses: 2, fields: 3, pages: 1 });
  await page.goto(`${site.url}/admin/announcements`);
  await page.getByRole('table', { name: '公告' }).getByText('下周日凌晨维护').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'operator-9-announcements-390');
  await operator.leave();
});
