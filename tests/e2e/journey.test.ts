import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Download, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { installDefaultTerms } from '#server/modules/catalog/index.ts';
import { createUser } from '#server/modules/identity/index.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { openBrowser } from '../support/browser.ts';
import { makePdf, makePptx } from '../support/documents.ts';
import { seenAfter } from '../support/page-state.ts';
import { openReader, type Reader, readQr, shot } from '../support/reader-browser.ts';
import { type Site, startSite } from '../support/site.ts';

const PUBLISHER = '13700000001';
const BUYER = '13700000002';
const PASSWORD = 'secret-123';
const PAGES = 8;
const FREE_PAGES = 2;
const PDF_TITLE = '长江邮轮品牌发布会整案';
const PPTX_TITLE = '露营音乐节执行手册';

let site: Site;
let beside: BesideSite;
let browser: Browser;
let publisher: Reader;
let buyer: Reader;
let pdf: Buffer;
/** Of the scheme published in the first test. */
let detail_url = '';

beforeAll(async () => {
  site = await startSite();
  beside = await besideSite(site);
  await inTransaction(beside.ctx(), (tx) => installDefaultTerms(tx));
  await createUser(beside.ctx(), { mobile: PUBLISHER, password: PASSWORD, nickname: '江上策划' });
  browser = await openBrowser();
  publisher = await openReader(browser, site, { width: 1440 });
  buyer = await openReader(browser, site, { width: 1440 });
  pdf = await makePdf({ pages: PAGES });
});
afterAll(async () => {
  await browser?.close();
  await beside?.stop();
  await site?.stop();
});

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
const sha256Of = async (download: Download) => sha256(await readFile(await download.path()));
const codeOf = async (mobile: string) =>
  (await beside.call<{ list: Array<{ code: string }> }>('GET', `/sandbox/sms?mobile=${mobile}`, null)).body.data.list[0]?.code ?? '';
/** Presses and waits for the file that the browser saves. */
const downloadBy = async (page: Page, press: () => Promise<void>) => (await Promise.all([page.waitForEvent('download'), press()]))[0];

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
  title: string;
  price_type: RegExp;
  price?: string;
}

/** From the empty form to the published scheme, by its fields and buttons. */
async function publish(page: Page, upload: Upload): Promise<string> {
  await page.goto(`${site.url}/programme/add`);
  // a line slow enough to watch
  await page.route('**/gateway/upload/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  const file = { name: upload.name, mimeType: upload.mimeType, buffer: upload.buffer };
  await seenAfter(() => page.getByTestId('document').setInputFiles(file), page.getByRole('progressbar', { name: '上传进度' }));
  await page.getByRole('button', { name: '换一个文件' }).waitFor({ timeout: 60_000 });
  await page.getByLabel('标题').fill(upload.title);
  await page.getByLabel('简介').fill('从签到、开场、发布到晚宴的完整流程与分工。');
  await page.getByLabel('分类', { exact: false }).first().selectOption({ index: 1 });
  await page.getByLabel('标签').fill('发布会');
  await page.getByLabel('标签').press('Enter');
  await page.getByRole('radio', { name: upload.price_type }).check();
  if (upload.price) await page.getByLabel('价格（元）').fill(upload.price);
  const free = page.getByRole('textbox', { name: '免费预览页数' });
  await free.waitFor({ timeout: 60_000 });
  await free.fill(String(FREE_PAGES));
  await shot(page, `add-${upload.name}`);
  await page.getByRole('button', { name: '发布方案' }).click();
  await page.getByText(/^发布成功$|^已提交$/).waitFor();
  await page.goto(`${site.url}/personalCenter/myPublish`);
  const link = page.getByRole('link', { name: upload.title, exact: true });
  await link.waitFor({ timeout: 60_000 });
  await page.getByRole('listitem').filter({ hasText: upload.title }).getByText('已发布').waitFor();
  return link.evaluate((a) => (a as HTMLAnchorElement).href);
}

describe('a PDF, from the publisher to the buyer', () => {
  it('the publisher signs in, uploads it, fills the form and publishes', async () => {
    const { page } = publisher;
    await page.goto(`${site.url}/login?from=${encodeURIComponent('/programme/add')}`);
    await page.fill('input[name=account]', PUBLISHER);
    await page.fill('input[name=password]', PASSWORD);
    await page.locator('button[type=submit]').click();
    await page.waitForURL(`${site.url}/programme/add`);
    detail_url = await publish(page, {
      name: '发布会.pdf',
      mimeType: 'application/pdf',
      buffer: pdf,
      title: PDF_TITLE,
      price_type: /^付费/,
      price: '68',
    });
    expect(publisher.complaints).toEqual([]);
  });

  it('a visitor finds it in the list and by searching, and sees the free pages and no locked one', async () => {
    const { page } = buyer;
    await page.goto(`${site.url}/programme`);
    await page.getByRole('link', { name: PDF_TITLE }).first().waitFor();
    const field = page.locator('header input[type=search]');
    await field.fill('邮轮');
    await field.press('Enter');
    await page.waitForURL(/\/search\?/);
    await page.getByRole('link', { name: PDF_TITLE }).first().click();
    await page.waitForURL(detail_url);
    await expect.poll(() => page.locator('.item-main [data-page]').count()).toBe(FREE_PAGES);
    expect(await page.locator('.locked-panel').innerText()).toContain(`本案共计${PAGES}页，解锁后查看全部内容`);
    // neither the page nor the gateway gives a visitor more than the free pages
    const html = await (await fetch(detail_url)).text();
    expect(html).toContain(`第 ${FREE_PAGES} 页`);
    expect(html).not.toContain(`策猫方案 第 ${FREE_PAGES + 1} 页`);
    const id = new URL(detail_url).searchParams.get('id');
    const pages = await beside.call<{ is_all: boolean; list: Array<{ page_no: number }> }>(
      'GET',
      `/scheme/index/schemeimgs?id=${id}`,
      null,
    );
    expect((pages.body.data?.list ?? []).every(({ page_no }) => page_no <= FREE_PAGES)).toBe(true);
    await shot(page, 'detail-visitor-1440');
    expect(buyer.complaints).toEqual([]);
  });

  it('buys it: login dialog, registration by SMS, QR, payment on the phone, success, the very bytes', async () => {
    const { page, context } = buyer;
    await page.locator('.item-head').getByRole('button', { name: '¥68 购买' }).click();
    const login = page.locator('dialog[open]');
    await login.getByRole('button', { name: '立即注册' }).click();
    await login.locator('input[name=account]').fill(BUYER);
    await login.getByRole('button', { name: '获取验证码' }).click();
    await login.getByText('秒后重发').waitFor();
    await login.locator('input[name=captcha]').fill(await codeOf(BUYER));
    await login.locator('input[name=password]').fill(PASSWORD);
    if (!(await login.locator('input[name=agreed]').isChecked())) await login.locator('input[name=agreed]').check();
    await login.locator('button[type=submit]').click();

    // the press goes on after the login
    const modal = page.getByRole('dialog', { name: '购买方案' });
    const code = modal.getByRole('img', { name: '支付二维码' });
    await code.waitFor();
    const scanned = await readQr(code);
    expect(scanned).toMatch(new RegExp(`^${site.url}/sandbox\\?pay=P\\d{24}$`));
    await expect.poll(() => modal.innerText()).toMatch(/应付金额\s*¥68/);
    await shot(page, 'purchase-qr-1440');

    const phone = await context.newPage();
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto(scanned);
    await phone.getByText(PDF_TITLE).waitFor();
    await phone.getByRole('radio', { name: '支付宝' }).check();
    await shot(phone, 'sandbox-bill-390');
    await phone.getByRole('button', { name: '支付成功' }).click();
    await phone.getByRole('status').getByText('支付成功').waitFor();
    await shot(phone, 'sandbox-paid-390');
    await phone.close();

    // nobody presses anything here
    await modal.getByText('支付成功', { exact: true }).waitFor();
    await shot(page, 'purchase-paid-1440');
    const file = await downloadBy(page, () => modal.getByRole('button', { name: '去下载' }).click());
    expect(file.suggestedFilename()).toBe(`${PDF_TITLE}.pdf`);
    expect(await sha256Of(file)).toBe(sha256(pdf));
    expect(buyer.complaints).toEqual([]);
  });

  it('the buyer then reads every page, and finds the order and the file again', async () => {
    const { page } = buyer;
    await page.goto(detail_url);
    await page.locator('.item-head').getByRole('button', { name: '下载方案' }).waitFor();
    await page.getByText('您已购买，可随时再次下载').first().waitFor();
    await page.locator('.locked-panel').waitFor({ state: 'hidden' });
    const images = page.locator('.item-main [data-page] img');
    await expect.poll(() => images.count()).toBe(PAGES);
    await images.last().scrollIntoViewIfNeeded();
    await expect.poll(() => images.last().evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(300);
    await page.evaluate(() => scrollTo(0, 0));
    await shot(page, 'detail-bought-1440');

    await page.goto(`${site.url}/personalCenter/mySchemeOrder`);
    const row = page.getByRole('listitem').filter({ hasText: PDF_TITLE });
    await row.getByText('已支付', { exact: true }).waitFor();
    expect(await row.innerText()).toContain('68');
    await shot(page, 'orders-1440');
    const file = await downloadBy(page, () => row.getByRole('button', { name: '再次下载' }).click());
    expect(await sha256Of(file)).toBe(sha256(pdf));
    expect(buyer.complaints).toEqual([]);
  });

  it('the publisher sees the sale and 80 % of its price', async () => {
    const { page } = publisher;
    await page.goto(`${site.url}/personalCenter/myPublish`);
    const row = page.getByRole('listitem').filter({ hasText: PDF_TITLE });
    await row.waitFor();
    const figure = (name: string) => row.locator('dl > div', { hasText: name }).locator('dd').innerText();
    expect(await figure('售出')).toBe('1');
    expect(await figure('收益')).toBe('¥54.40');
    await shot(page, 'my-publish-1440');
    expect(publisher.complaints).toEqual([]);
  });
});

describe('a PPTX', () => {
  it('is converted, published free of charge and downloaded as it was uploaded', async () => {
    await publisher.page.goto(`${site.url}/programme/add`);
    const taken = publisher.page.getByText(/最大 300 MB、500 页/);
    // where nothing shuts LibreOffice in, the form asks for a PDF
    const { possible } = await beside.ctx().app.providers.documents.conversion();
    await expect.poll(() => taken.innerText()).toMatch(possible ? /^PDF 或 PPTX，/ : /^PDF，/);
    if (!possible) return;
    const pptx = await makePptx(3);
    const url = await publish(publisher.page, {
      name: '露营.pptx',
      mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      buffer: pptx,
      title: PPTX_TITLE,
      price_type: /^免费/,
    });
    const { page } = buyer;
    await page.goto(url);
    const file = await downloadBy(page, () => page.locator('.item-head').getByRole('button', { name: '下载方案' }).click());
    expect(file.suggestedFilename()).toBe(`${PPTX_TITLE}.pptx`);
    expect(await sha256Of(file)).toBe(sha256(pptx));
    expect([...publisher.complaints, ...buyer.complaints]).toEqual([]);
  });
});
