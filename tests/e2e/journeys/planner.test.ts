import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { createCtx } from '#server/app/ctx.ts';
import { kindTerms } from '#server/modules/catalog/index.ts';
import { renderFile, storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import { countSteps } from '../../support/count-steps.ts';
import { makePdf } from '../../support/documents.ts';
import { joinedSite } from '../../support/join-site.ts';
import { fillRegistration, openNewcomer, payOnPhone } from '../../support/newcomers.ts';
import { makePerson } from '../../support/people.ts';
import { openReader, overflowsSideways, shot } from '../../support/reader-browser.ts';
import { newLicence } from '../../support/verification.ts';

const TITLE = '鲸落海岸新品发布会全案';
const PAGES = 5;
const FREE_PAGES = 2;

const stage = joinedSite();
let pdf: Buffer;
beforeAll(async () => {
  const { booted, ctx } = stage.beside;
  const publisher = await makePerson({ app: booted.app, ctx });
  const own = createCtx(booted.app, publisher.actor, 'test');
  pdf = await makePdf({ pages: PAGES });
  const file_id = await storeOriginal(own, { purpose: 'document', name: '发布会.pdf', data: pdf });
  await renderFile(ctx(), file_id);
  const { categories } = await kindTerms(ctx(), KINDS.scheme);
  const facts = { title: TITLE, category_id: categories[0]?.id ?? null, price_type: 'paid' as const, price: '68', file_id, cover_page: 1 };
  await submitItem(own, { kind: KINDS.scheme, draft_key: 'journey', form: { ...EMPTY_FORM, ...facts, free_pages: FREE_PAGES } });
});

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: '购买方案' });

it('a planner finds a scheme by pinyin, reads its free pages, registers, buys, downloads, asks for the invoice and for money back', async () => {
  const planner = await openNewcomer(stage);
  const { page } = planner;
  await page.goto(stage.site.url);
  const field = page.getByRole('search', { name: '搜索活动方案' }).locator('[name=keyword]');
  await field.fill('jingluohaian');
  await field.press('Enter');
  await page.waitForURL(/\/search\?/);
  // the index hears of a new work some moments later
  const meant = page.getByRole('status').getByRole('link', { name: '鲸落海岸' });
  const found = page.locator('main').getByRole('link', { name: TITLE }).first();
  const both = () => page.reload().then(async () => [await meant.count(), await found.count()]);
  await expect.poll(both, { timeout: 60_000 }).toEqual([1, 1]);
  await shot(page, 'planner-1-search');
  await found.click();
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  await expect.poll(() => page.locator('.item-main [data-page]').count()).toBe(FREE_PAGES);
  expect(await page.locator('.locked-panel').innerText()).toContain(`本案共计${PAGES}页，解锁后查看全部内容`);
  await shot(page, 'planner-2-detail');

  await page.locator('.item-head').getByRole('button', { name: '¥68 购买' }).click();
  const login = page.locator('dialog[open]');
  await login.getByRole('button', { name: '立即注册' }).click();
  await fillRegistration(stage, login, planner.mobile);
  const buying = dialogOf(page);
  await buying.getByRole('img', { name: '支付二维码' }).waitFor();
  await shot(page, 'planner-3-pay');
  await payOnPhone(planner, buying);
  await buying.getByText('支付成功', { exact: true }).waitFor();
  await shot(page, 'planner-4-paid');
  const [file] = await Promise.all([page.waitForEvent('download'), buying.getByRole('button', { name: '去下载' }).click()]);
  expect(file.suggestedFilename()).toBe(`${TITLE}.pdf`);
  expect(sha256(await readFile(await file.path()))).toBe(sha256(pdf));
  await shot(page, 'planner-5-downloaded');

  await page.goto(`${stage.site.url}/personalCenter/myOrder?view=orders`);
  await shot(page, 'planner-6-orders');
  await page.getByRole('listitem').filter({ hasText: TITLE }).getByRole('link', { name: '订单详情' }).click();
  const money = page.getByRole('region', { name: '退款与发票' });
  // what was downloaded is not given back by oneself, and the page says why
  await money.getByText('不能自助退款，可申请人工处理').waitFor();
  expect(await money.getByRole('button', { name: '申请退款' }).count()).toBe(1);
  await money.getByRole('button', { name: '申请发票' }).click();
  const invoice = page.getByRole('dialog', { name: '申请发票 ¥68' });
  await invoice.getByRole('button', { name: '提交申请' }).click();
  await shot(page, 'planner-7-invoice-faults');
  await invoice.getByText('请输入单位全称').waitFor();
  await invoice.getByLabel('单位全称').fill('上海浮光活动策划有限公司');
  await invoice.getByLabel('税号').fill(newLicence().toLowerCase());
  await invoice.getByLabel('接收邮箱').fill('finance@example.com');
  await invoice.getByRole('button', { name: '提交申请' }).click();
  await invoice.waitFor({ state: 'detached' });
  await money.getByText('上海浮光活动策划有限公司').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'planner-8-order-390');
  await page.setViewportSize({ width: 1440, height: 900 });

  // bought by mistake where its pages open at once: staff decide
  await page.goto(`${stage.site.url}/programme/detail?id=${stage.world.paid}`);
  await page.locator('.item-head').getByRole('button', { name: '¥68 购买' }).click();
  // leaving before a page has come leaves the order unused
  const opened = page.waitForResponse((answer) => answer.url().includes('/gateway/scheme/page/') && answer.ok());
  await payOnPhone(planner, buying);
  await buying.getByText('支付成功', { exact: true }).waitFor();
  await opened;
  await page.goto(`${stage.site.url}/personalCenter/myOrder?view=orders`);
  await page.getByRole('listitem').filter({ hasNotText: TITLE }).getByRole('link', { name: '订单详情' }).click();
  await money.getByRole('button', { name: '申请退款' }).click();
  const refund = page.getByRole('dialog', { name: '申请退款' });
  await shot(page, 'planner-9-refund');
  await refund.getByText('提交后由工作人员处理').waitFor();
  await refund.getByRole('button', { name: '提交申请' }).click();
  await money.getByRole('button', { name: '撤回申请' }).waitFor();
  await shot(page, 'planner-10-refunded');
  await planner.leave();
});

it.each([1440, 390] as const)('at %i px who is signed in buys from a list and has the file within six presses', async (width) => {
  const { site, browser, beside } = stage;
  const { token } = await beside.person(`1380001${width}`.padEnd(11, '0'));
  const reader = await openReader(browser, site, { token, width });
  const { page } = reader;
  const took = await countSteps(page);
  await page.goto(`${site.url}/search?keyword=${encodeURIComponent('鲸落海岸')}`);
  await page.locator('main').getByRole('link', { name: TITLE }).first().click();
  await page.getByRole('button', { name: '¥68 购买' }).locator('visible=true').first().click();
  if (width === 390) {
    await page.locator('dialog[open]').getByRole('link', { name: '用微信支付' }).click();
    // what stands for the app on one's phone
    await page.getByRole('button', { name: '支付成功' }).click();
    await page.getByRole('button', { name: '回到订单' }).click();
    await page.getByText('付款成功 ¥68').waitFor();
  } else {
    await payOnPhone(reader, dialogOf(page));
    await dialogOf(page).getByText('支付成功', { exact: true }).waitFor();
  }
  const download = page.getByRole('button', { name: width === 390 ? '再次下载' : '去下载' });
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toBe(`${TITLE}.pdf`);
  const { presses } = await took();
  expect(presses).toBeGreaterThan(2);
  expect(presses).toBeLessThanOrEqual(6);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});
