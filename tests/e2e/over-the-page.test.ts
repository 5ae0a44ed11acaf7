import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/order.ts';
import { customerQrcode, customerService } from '#server/areas/site/manifest.ts';
import { saveBanner } from '#server/modules/promotion/index.ts';
import { banners, exposures } from '#server/modules/promotion/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { joinBrowser, leaveBrowser } from '../support/browser.ts';
import { everythingOn } from '../support/everything-on.ts';
import { firstLook, inlineScriptBytes, sumBytes, watchShift } from '../support/page-weight.ts';
import { axeFindings, leave, openReader, overflowsSideways, readQr, saidAfter, shot } from '../support/reader-browser.ts';
import { type Site, startSite } from '../support/site.ts';
import { fillSite, type SiteWorld } from '../support/site-world.ts';

const KB = 1024;

let site: Site;
let world: SiteWorld;
let beside: BesideSite;
let browser: Browser;
let banner_id: number;
beforeAll(async () => {
  site = await startSite();
  world = await fillSite(site, 12);
  beside = await besideSite(site);
  const ctx = beside.ctx();
  const banner = {
    type: 12,
    title: 'PPT 模板上新：换上自己的内容，今晚就能用',
    summary: '拿来就能改',
    picture: '',
    url: '/ppt',
    sort: 1,
  } as const;
  const on = { is_on: true, starts_at: 0, ends_at: 0 };
  banner_id = await saveBanner(ctx, null, { ...banner, ...on });
  await saveBanner(ctx, null, { ...banner, ...on, title: '会员续费', url: '/vip/openVip', sort: 0, audience: 'member', target: 1 });
  await setSetting(ctx, customerQrcode.key, 'https://work.weixin.qq.com/kfid/demo');
  await setSetting(ctx, customerService.key, { phone: '400-800-1234', hours: '周一至周五 9:30–17:30' });
  browser = await joinBrowser();
});
afterAll(async () => {
  await leaveBrowser();
  await beside?.stop();
  await site?.stop();
});

const detail = () => `${site.url}/programme/detail?id=${world.paid}`;
const head = (page: Page, name: RegExp) => page.locator('.item-head').getByRole('button', { name });
const viewerOf = (page: Page) => page.locator('.pswp[role=dialog]');

it('Back closes the dialog, then the viewer, and leaves the page only then', async () => {
  const { token } = await beside.person('13700000001');
  const reader = await openReader(browser, site, { motion: true, token });
  const { page } = reader;
  await page.goto(`${site.url}/programme`);
  await page.goto(detail());
  await head(page, /^分享/).click();
  const dialog = page.getByRole('dialog', { name: '分享方案' });
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(detail());
  await page.getByRole('button', { name: '全屏预览' }).click();
  await viewerOf(page).waitFor();
  await page.goBack();
  await viewerOf(page).waitFor({ state: 'detached' });
  expect(page.url()).toBe(detail());
  // closed by a button, nothing is left to go back through
  await head(page, /^分享/).click();
  await dialog.getByRole('button', { name: '关闭' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL(`${site.url}/programme`);
  await leave(reader);
});

it('U-27 the viewer reads like a book: strip, Home and End, remarks that go, and a prompt that leaves it open', async () => {
  const { token } = await beside.person('13700000002');
  const reader = await openReader(browser, site, { motion: true, token, width: 1440 });
  const { page } = reader;
  await page.goto(detail());
  await page.getByRole('button', { name: '全屏预览' }).click();
  const viewer = viewerOf(page);
  const current = viewer.locator('.viewer-strip [aria-current=page]');
  const remark = page.locator('[data-toast=note]');
  await viewer.waitFor();
  await expect.poll(() => current.getAttribute('aria-label')).toBe('第 1 页');
  // keys count once it has faded in
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowLeft');
      return remark.allInnerTexts();
    })
    .toEqual(['已经是第一页了']);
  await page.keyboard.press('End');
  await expect.poll(() => current.getAttribute('aria-label')).toBe('第 3 页');
  await expect.poll(() => remark.count()).toBe(0);
  await shot(page, 'viewer-1440');
  await page.keyboard.press('Home');
  await expect.poll(() => current.getAttribute('aria-label')).toBe('第 1 页');
  await viewer.getByRole('button', { name: '第 3 页' }).click();
  await expect.poll(() => current.getAttribute('aria-label')).toBe('第 3 页');
  await page.keyboard.press('ArrowRight');
  const prompt = page.getByRole('dialog', { name: '后面的内容还未解锁' });
  await prompt.waitFor();
  await page.keyboard.press('Escape');
  await prompt.waitFor({ state: 'detached' });
  expect(await viewer.isVisible()).toBe(true);
  await page.keyboard.press('ArrowRight');
  await prompt.getByRole('button', { name: /购买$/ }).click();
  await viewer.waitFor({ state: 'detached' });
  await page.getByRole('img', { name: '支付二维码' }).waitFor();
  await leave(reader);
});

it('F-16, S-971 customer service stands in the footer with phone, code and hours', async () => {
  const reader = await openReader(browser, site, { motion: true });
  const { page } = reader;
  await page.goto(`${site.url}/about/contact`);
  await page.locator('footer').getByRole('button', { name: '联系客服' }).click();
  const dialog = page.getByRole('dialog', { name: '联系客服' });
  expect(await readQr(dialog.getByRole('img', { name: '客服二维码' }))).toBe('https://work.weixin.qq.com/kfid/demo');
  expect(await dialog.getByRole('link', { name: '400-800-1234' }).getAttribute('href')).toBe('tel:400-800-1234');
  await dialog.getByText('周一至周五 9:30–17:30').waitFor();
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await shot(page, 'service-1280');
  await leave(reader);
});

it('U-29 a report begins with the reader’s own phone and a reason', async () => {
  const { token } = await beside.person('13700000003');
  const reader = await openReader(browser, site, { motion: true, token });
  const { page } = reader;
  await page.goto(detail());
  await head(page, /^举报/).click();
  const dialog = page.getByRole('dialog', { name: '举报' });
  expect(await dialog.getByLabel('联系电话').inputValue()).toBe('137****0003');
  await dialog.getByText('侵犯著作权', { exact: true }).click();
  await shot(page, 'report-1280');
  await saidAfter(page, () => dialog.getByRole('button', { name: '提交举报' }).click(), '举报成功');
  await leave(reader);
});

it('a banner has its place before it is there, and presses and what was seen are counted', async () => {
  const reader = await openReader(browser, site, { motion: true, width: 1440 });
  const { page } = reader;
  await page.goto(detail());
  const banner = page.getByRole('complementary', { name: '推广' }).getByRole('link');
  await banner.scrollIntoViewIfNeeded();
  // the page is the same for everybody: what members see is there, and nobody else sees it
  const member = page.locator('.for-members > .banner');
  expect([await member.isVisible(), await member.getAttribute('target'), await banner.getAttribute('target')]).toEqual([
    false,
    '_blank',
    null,
  ]);
  const box = await banner.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(6, 1);
  const cards = page.locator('[data-rail] [data-item]');
  await cards.first().scrollIntoViewIfNeeded();
  const offered = await cards.evaluateAll((all) => all.map((card) => Number((card as HTMLElement).dataset['item'])));
  await shot(page, 'banner-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await banner.click();
  await page.waitForURL(`${site.url}/ppt`);
  const row = async () => (await beside.booted.app.db.select().from(banners).where(eq(banners.id, banner_id)))[0];
  const clicks = async () => (await row())?.click_num;
  await expect.poll(clicks).toBe(1);
  await expect.poll(async () => (await row())?.show_num).toBe(1);
  const others = (await beside.booted.app.db.select().from(banners)).filter(({ id }) => id !== banner_id);
  expect(others.map(({ show_num }) => show_num)).toEqual([0]);
  const exposed = async () => (await beside.booted.app.db.select().from(exposures)).map(({ type, rid }) => ({ type, rid }));
  await expect.poll(exposed).toContainEqual({ type: 10, rid: offered[0] });
  expect((await exposed()).filter(({ type }) => type !== 10)).toEqual([]);
  await leave(reader);
});

it('the dialog says that the code was scanned; the paid order has a page that prints as a receipt', async () => {
  const { token } = await beside.person('13700000004');
  const reader = await openReader(browser, site, { motion: true, token, width: 1440 });
  const { page } = reader;
  await page.goto(detail());
  await head(page, /购买$/).click();
  const code = await readQr(page.getByRole('img', { name: '支付二维码' }));
  const phone = await reader.context.newPage();
  await phone.goto(code);
  await phone.getByRole('button', { name: '支付成功' }).waitFor();
  await page.getByText('已扫码').waitFor();
  await shot(page, 'scanned-1440');
  await phone.getByRole('button', { name: '支付成功' }).click();
  await phone.getByRole('link', { name: '回到策猫查看订单' }).waitFor();
  await shot(phone, 'sandbox-paid-1440');
  await page.getByText('支付成功', { exact: true }).waitFor();
  await page.goto(`${site.url}/personalCenter/mySchemeOrder`);
  await page.getByRole('link', { name: '订单详情' }).click();
  await page.getByText('已支付', { exact: true }).waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'order-1440');
  await page.emulateMedia({ media: 'print' });
  await page.getByText('策猫 · 购买凭证').waitFor();
  for (const name of ['打印凭证', '再次下载']) expect(await page.getByRole('button', { name }).count()).toBe(0);
  expect(await page.locator('.site-header').isVisible()).toBe(false);
  await shot(page, 'order-print');
  await leave(reader);
});

it('a closed order is deleted from the list', async () => {
  const { token } = await beside.person('13700000005');
  const placed = await beside.call<Order>('POST', '/scheme/buy/order', token, { id: world.paid, balance: 0 });
  await beside.call('POST', '/api/order/close', token, { orderid: placed.body.data.orderid });
  const reader = await openReader(browser, site, { motion: true, token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/mySchemeOrder`);
  await page.getByRole('button', { name: '删除', exact: true }).click();
  await page.getByRole('dialog', { name: '删除这笔订单？' }).getByRole('button', { name: '删除订单' }).click();
  await page.getByText('还没有方案订单').waitFor();
  expect(await overflowsSideways(page)).toBe(false);
  await leave(reader);
});

it('collections have an index, which home leads to', async () => {
  const reader = await openReader(browser, site, { motion: true, width: 1440 });
  const { page } = reader;
  await page.goto(site.url);
  await shot(page, 'home-1440');
  await page.getByRole('link', { name: '其他合集' }).click();
  await page.getByRole('heading', { name: '方案合集', level: 1 }).waitFor();
  await shot(page, 'collections-1440');
  await page.getByRole('link', { name: /年会季必备/ }).click();
  await page.waitForURL(`${site.url}/programme/heji?id=${world.collection_id}`);
  await page.goto(`${site.url}/programme/collections?of=${world.paid}`);
  await page.getByRole('link', { name: /年会季必备/ }).waitFor();
  await leave(reader);
});

it('with everything switched on around it a visitor’s page stays light, asks for nothing and moves nothing before it is touched', async () => {
  await everythingOn(beside.ctx());
  // the change empties pages once it is delivered
  await expect.poll(async () => (await fetch(detail())).text(), { timeout: 20_000 }).toMatch(/ data-announcement=/);
  const { context, page, traffic } = await firstLook(browser);
  const shift = await watchShift(context);
  await page.goto(detail(), { waitUntil: 'networkidle' });
  await page.getByRole('complementary', { name: '公告' }).waitFor();
  expect(await page.getByRole('complementary', { name: '推广' }).count()).toBe(1);
  const before = await traffic.list();
  const scripts = before.filter(({ kind }) => kind === 'script');
  const text = [...scripts, ...before.filter(({ kind }) => kind === 'document' || kind === 'stylesheet')];
  const inline = await inlineScriptBytes(page);
  process.stdout.write(
    `everything on: ${(sumBytes(text) / KB).toFixed(1)} KB, JavaScript ${((sumBytes(scripts) + inline) / KB).toFixed(1)} KB\n`,
  );
  expect(sumBytes(scripts) + inline).toBeLessThanOrEqual(8 * KB);
  expect(sumBytes(text)).toBeLessThanOrEqual(42 * KB);
  expect(before.filter(({ path }) => path.startsWith('/gateway/'))).toEqual([]);
  expect(await page.getByRole('dialog').count()).toBe(0);
  // nothing comes up over one work; on a list the first move brings up what is due
  await page.mouse.move(9, 9);
  await page.goto(`${site.url}/programme`, { waitUntil: 'networkidle' });
  // where the mouse came up is no move
  await page.mouse.move(20, 20);
  await page.mouse.move(24, 24);
  await page.getByRole('dialog', { name: '年会季方案上新' }).waitFor();
  await page.getByRole('complementary', { name: '注册' }).waitFor();
  expect(await shift(page)).toBeLessThan(0.02);
  await context.close();
});
