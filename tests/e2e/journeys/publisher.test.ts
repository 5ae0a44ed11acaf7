import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Browser, Download, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { installDefaultTerms } from '#server/modules/catalog/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { type BesideSite, besideSite } from '../../support/beside-site.ts';
import { joinBrowser, leaveBrowser } from '../../support/browser.ts';
import { countSteps } from '../../support/count-steps.ts';
import { makePdf, makePptx } from '../../support/documents.ts';
import { decideAtDesk, fillRegistration, type Newcomer, openNewcomer, register, type Stage } from '../../support/newcomers.ts';
import { seenAfter } from '../../support/page-state.ts';
import { readQr, shot } from '../../support/reader-browser.ts';
import { type Site, startSite } from '../../support/site.ts';

const TITLE = '长江邮轮品牌发布会整案';
const PAGES = 8;
const FREE_PAGES = 2;

// a site of its own: works wait for the desk here
let site: Site;
let beside: BesideSite;
let browser: Browser;
let stage: Stage;
let publisher: Newcomer;
let deck: { name: string; mimeType: string; buffer: Buffer };
beforeAll(async () => {
  site = await startSite();
  beside = await besideSite(site);
  await inTransaction(beside.ctx(), (tx) => installDefaultTerms(tx));
  await setSetting(beside.ctx(), 'work_review', 'hold');
  browser = await joinBrowser();
  stage = { site, browser, beside };
  deck = { name: '发布会.pdf', mimeType: 'application/pdf', buffer: await makePdf({ pages: PAGES }) };
});
afterAll(async () => {
  await leaveBrowser();
  await beside?.stop();
  await site?.stop();
});

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
const sha256Of = async (download: Download) => sha256(await readFile(await download.path()));
/** Presses and waits for the file that the browser saves. */
const downloadBy = async (page: Page, press: () => Promise<void>) => (await Promise.all([page.waitForEvent('download'), press()]))[0];
const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

/** Uploads over a line slow enough to watch, and gives the form its title and category. */
async function begin(page: Page, file: typeof deck, title: string): Promise<void> {
  await page.route('**/gateway/upload/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await seenAfter(() => page.getByTestId('document').setInputFiles(file), page.getByRole('progressbar', { name: '上传进度' }));
  await page.getByRole('button', { name: '换一个文件' }).waitFor({ timeout: 60_000 });
  await page.getByLabel('标题').fill(title);
  await page.getByLabel('分类', { exact: false }).first().selectOption({ index: 1 });
}

it('somebody new publishes a deck with a price, and the desk lets it go on sale', { timeout: 180_000 }, async () => {
  publisher = await register(stage, '/programme/add');
  const { page } = publisher;
  const took = await countSteps(page);
  await begin(page, deck, TITLE);
  await page.getByLabel('简介').fill('从签到、开场、发布到晚宴的完整流程与分工。');
  await page.getByLabel('标签').fill('发布会');
  await page.getByLabel('标签').press('Enter');
  await page.getByRole('radio', { name: /^付费/ }).check();
  await page.getByLabel('价格（元）').fill('168');
  const free = page.getByRole('textbox', { name: '免费预览页数' });
  await free.waitFor({ timeout: 60_000 });
  await free.fill(String(FREE_PAGES));
  await shot(page, 'publisher-1-form');
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByRole('heading', { level: 1, name: /^已提交/ }).waitFor();
  expect(await took(), 'a work with all that may be said').toEqual({ presses: 2, fields: 7, pages: 1 });
  await shot(page, 'publisher-2-sent');
  await page.goto(`${site.url}/personalCenter/myPublish`);
  await rowOf(page, TITLE).getByText('审核中').waitFor({ timeout: 60_000 });
  await decideAtDesk(stage, 'work', TITLE, '通过并上架');
  await page.reload();
  await rowOf(page, TITLE).getByText('已发布').waitFor();
  await shot(page, 'publisher-3-published');
});

it('a stranger sees no locked page of it, pays the scanned code, and gets the very bytes', { timeout: 180_000 }, async () => {
  const buyer = await openNewcomer(stage);
  const { page, context } = buyer;
  await expect.poll(() => page.goto(`${site.url}/programme`).then(() => page.getByRole('link', { name: TITLE }).count())).not.toBe(0);
  await page.getByRole('link', { name: TITLE }).first().click();
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  const detail_url = page.url();
  // neither the page nor the gateway gives a visitor more than the free pages
  const html = await (await fetch(detail_url)).text();
  expect(html).toContain(`第 ${FREE_PAGES} 页`);
  expect(html).not.toContain(`策猫方案 第 ${FREE_PAGES + 1} 页`);
  const id = new URL(detail_url).searchParams.get('id');
  const pages = await beside.call<{ list: Array<{ page_no: number }> }>('GET', `/scheme/index/schemeimgs?id=${id}`, null);
  expect((pages.body.data?.list ?? []).every(({ page_no }) => page_no <= FREE_PAGES)).toBe(true);

  const took = await countSteps(page);
  await page.locator('.item-head').getByRole('button', { name: '¥168 购买' }).click();
  const login = page.locator('dialog[open]');
  await login.getByRole('button', { name: '立即注册' }).click();
  await fillRegistration(stage, login, buyer.mobile);
  const modal = page.getByRole('dialog', { name: '购买方案' });
  const code = modal.getByRole('img', { name: '支付二维码' });
  await code.waitFor();
  expect(await took(), 'an account and a purchase').toEqual({ presses: 4, fields: 3, pages: 0 });
  const scanned = await readQr(code);
  expect(scanned).toMatch(new RegExp(`^${site.url}/sandbox\\?pay=P\\d{24}$`));
  const phone = await context.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(scanned);
  await phone.getByText(TITLE).waitFor();
  await phone.getByRole('radio', { name: '支付宝' }).check();
  await shot(phone, 'publisher-4-bill-390');
  await phone.getByRole('button', { name: '支付成功' }).click();
  await phone.getByRole('status').getByText('支付成功').waitFor();
  await phone.close();
  // nobody presses anything here
  await modal.getByText('支付成功', { exact: true }).waitFor();
  await modal.getByRole('button', { name: '继续浏览' }).click();
  expect(await took(), 'back to the pages').toEqual({ presses: 1, fields: 0, pages: 0 });
  const images = page.locator('.item-main [data-page] img');
  await expect.poll(() => images.count()).toBe(PAGES);
  await images.last().scrollIntoViewIfNeeded();
  await expect.poll(() => images.last().evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(300);
  await page.goto(`${site.url}/personalCenter/mySchemeOrder`);
  const file = await downloadBy(page, () => rowOf(page, TITLE).getByRole('button', { name: '再次下载' }).click());
  expect(await sha256Of(file)).toBe(sha256(deck.buffer));
  await buyer.leave();
});

it('its publisher sees the sale and 80 % of its price, and asks for it, which the desk allows', { timeout: 180_000 }, async () => {
  const { page } = publisher;
  await page.goto(`${site.url}/personalCenter/myPublish`);
  const figure = (name: string) => rowOf(page, TITLE).locator('dl > div', { hasText: name }).locator('dd').innerText();
  await rowOf(page, TITLE).waitFor();
  expect(await figure('售出')).toBe('1');
  expect(await figure('收益')).toBe('¥134.40');
  await shot(page, 'publisher-5-sold');
  await page.goto(`${site.url}/personalCenter/myWallet#withdraw`);
  await page.getByText('另有 ¥134.40 待结算').waitFor();
  expect(await page.getByRole('button', { name: '申请提现' }).isDisabled()).toBe(true);
  await shot(page, 'publisher-6-pending');
  // the time in which the buyer may take the price back is over
  await beside.ctx().app.db.execute(sql`update orders set paid_at = paid_at - interval '8 days'`);
  await page.reload();
  const took = await countSteps(page);
  await page.getByRole('button', { name: '申请提现' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('提现金额（元）').fill('134.40');
  await dialog.getByLabel('收款人姓名').fill('江上');
  await dialog.getByLabel('支付宝账号').fill('13800138000');
  await shot(page, 'publisher-6-withdraw');
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await page.getByText('提现中 ¥134.4').waitFor();
  expect(await took(), 'a withdrawal').toEqual({ presses: 2, fields: 3, pages: 0 });
  await decideAtDesk(stage, 'withdrawal', '提现 ¥134.4', '同意打款', ['finance']);
});

it('a PPTX is converted, goes out free of charge and is downloaded as it was uploaded', { timeout: 180_000 }, async () => {
  await setSetting(beside.ctx(), 'work_review', 'auto');
  const { page } = publisher;
  await page.goto(`${site.url}/programme/add`);
  // where nothing shuts LibreOffice in, the form asks for a PDF
  const { possible } = await beside.ctx().app.providers.documents.conversion();
  await expect.poll(() => page.getByText(/最大 300 MB、500 页/).innerText()).toMatch(possible ? /^PDF 或 PPTX，/ : /^PDF，/);
  if (!possible) return publisher.leave();
  const mimeType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
  const pptx = { name: '露营.pptx', mimeType, buffer: await makePptx(3) };
  await begin(page, pptx, '露营音乐节执行手册');
  await page.getByRole('radio', { name: /^免费/ }).check();
  await page.getByRole('textbox', { name: '免费预览页数' }).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: '发布方案' }).click();
  await page.getByText(/^发布成功$|^已提交$/).waitFor();
  await page.goto(`${site.url}/personalCenter/myPublish`);
  await rowOf(page, '露营音乐节执行手册').getByText('已发布').waitFor({ timeout: 60_000 });
  const href = await page.getByRole('link', { name: '露营音乐节执行手册', exact: true }).getAttribute('href');
  const reader = await register(stage, href ?? '');
  const file = await downloadBy(reader.page, () => reader.page.locator('.item-head').getByRole('button', { name: '下载方案' }).click());
  expect(file.suggestedFilename()).toBe('露营音乐节执行手册.pptx');
  expect(await sha256Of(file)).toBe(sha256(pptx.buffer));
  await reader.leave();
  await publisher.leave();
});
