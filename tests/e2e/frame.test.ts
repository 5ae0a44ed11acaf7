import { eq, inArray } from 'drizzle-orm';
import type { Browser, Locator, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOTICE_CALLS } from '#contract/notice.ts';
import type { BannerType, Gift, StaffBanner } from '#contract/promotion.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { customerQrcode } from '#server/areas/site/manifest.ts';
import { reports } from '#server/modules/engagement/tables.ts';
import { sendNotices } from '#server/modules/notices/index.ts';
import { freeOrderSetting, outsideLinks, saveBanner, saveGifts } from '#server/modules/promotion/index.ts';
import { banners, new_readers } from '#server/modules/promotion/tables.ts';
import { hot_searches } from '#server/modules/search/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { company_verifications } from '#server/modules/verification/tables.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { joinBrowser, leaveBrowser } from '../support/browser.ts';
import { hasFocus, loadedAfter, watchNetwork } from '../support/page-state.ts';
import { axeFindings, leave, openReader, overflowsSideways, readQr, saidAfter, shot } from '../support/reader-browser.ts';
import { type Site, startSite } from '../support/site.ts';
import { fillSite, type SiteWorld } from '../support/site-world.ts';
import { newLicence } from '../support/verification.ts';

let site: Site;
let world: SiteWorld;
let beside: BesideSite;
let browser: Browser;
const GIFTS: Gift[] = [
  { name: '资源', title: '资源 5W+', desc: '按城市查找', btn: '去看看', type: 1, target: '/resources' },
  { name: '社群', title: '策划人社群', desc: '', btn: '扫码进群', type: 5, target: 'https://example.com/community' },
];
beforeAll(async () => {
  site = await startSite();
  world = await fillSite(site, 6);
  beside = await besideSite(site);
  const ctx = beside.ctx();
  await setSetting(ctx, customerQrcode.key, 'https://work.weixin.qq.com/kfid/community');
  await setSetting(ctx, freeOrderSetting.key, { on: true, img: '', icon: '' });
  await setSetting(ctx, outsideLinks.key, { shop: 'https://shop.example.com/', publish_resource: '' });
  browser = await joinBrowser();
});
afterAll(async () => {
  await leaveBrowser();
  await beside?.stop();
  await site?.stop();
});

const panel = (page: Page, id: string) => page.locator(`#${id}`);
const tool = (page: Page, name: string) => page.locator('.side-tools').getByText(name, { exact: true });
const handle = (page: Page, name: '工具' | '收起') => page.locator('.side-tools').getByRole('button', { name, exact: true });

it('S-305, S-306, S-307, S-308 the toolbar works by keyboard for a visitor, and leads to the login and back', async () => {
  const reader = await openReader(browser, site, { width: 1440 });
  const { page } = reader;
  await page.goto(site.url);
  await shot(page, 'frame-home-1440');
  // folded where it would lie against the page; what is chosen holds on later pages, and before their first paint
  expect(await tool(page, '足迹').isVisible()).toBe(false);
  await handle(page, '工具').press('Enter');
  await tool(page, '足迹').waitFor();
  await page.goto(`${site.url}/programme/detail?id=${world.paid}`);
  expect(await tool(page, '足迹').isVisible()).toBe(true);
  await handle(page, '收起').press('Enter');
  await handle(page, '工具').waitFor();
  expect(await hasFocus(handle(page, '工具'))).toBe(true);
  await page.goto(site.url);
  expect(await tool(page, '足迹').isVisible()).toBe(false);
  await handle(page, '工具').press('Enter');
  await tool(page, '足迹').focus();
  await page.keyboard.press('Enter');
  await panel(page, 'side-footprints').getByText('您还没有足迹，请登录后记录足迹').waitFor();
  expect(await axeFindings(page, 'html')).toEqual([]);
  await shot(page, 'frame-footprints-1440');
  await page.keyboard.press('Escape');
  await expect.poll(() => panel(page, 'side-footprints').isVisible()).toBe(false);
  expect(await hasFocus(tool(page, '足迹'))).toBe(true);

  await tool(page, '免单').press('Enter');
  await panel(page, 'free-order').waitFor();
  await page.keyboard.press('Escape');
  await tool(page, '社群').press('Enter');
  expect(await readQr(panel(page, 'side-community').getByRole('img', { name: '社群二维码' }))).toBe(
    'https://work.weixin.qq.com/kfid/community',
  );
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1440, height: 500 });
  expect(await tool(page, '顶部').isVisible()).toBe(false);
  await page.evaluate(() => scrollTo(0, 700));
  await expect.poll(() => tool(page, '顶部').isVisible()).toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => tool(page, '顶部').isVisible()).toBe(false);

  await tool(page, '反馈').press('Enter');
  await page.getByRole('dialog', { name: '意见反馈' }).waitFor();
  await page.keyboard.press('Escape');

  await loadedAfter(page, () => tool(page, '赚钱').press('Enter'));
  const at = new URL(page.url());
  expect([at.pathname, at.searchParams.get('from'), at.searchParams.get('event')]).toEqual(['/login', '/programme/add', 'side_make_money']);
  expect(at.searchParams.get('page')).toContain('策猫');
  await leave(reader);
});

it('covers nothing: in the margin of a wide page, a row above the footer of a narrow one', async () => {
  for (const width of [1440, 1280, 390] as const) {
    const reader = await openReader(browser, site, { width });
    const { page } = reader;
    for (const path of ['/', `/programme/detail?id=${world.paid}`]) {
      await page.goto(site.url + path);
      expect([width, path, await overflowsSideways(page)]).toEqual([width, path, false]);
      const fixed = await page.locator('.side-tools').evaluate((tools) => getComputedStyle(tools).position === 'fixed');
      expect(fixed).toBe(width === 1440);
      if (!fixed) continue;
      const [box, inner] = await Promise.all([
        page.locator('.side-tools').boundingBox(),
        page.locator('#main .page').first().boundingBox(),
      ]);
      const left = (inner?.x ?? 0) + 60;
      const right = (inner?.x ?? 0) + (inner?.width ?? 0) - 60;
      expect((box?.x ?? 0) >= right || (box?.x ?? 0) + (box?.width ?? 0) <= left, `${path} ${JSON.stringify(box)}`).toBe(true);
    }
    await shot(page, `frame-detail-${width}`);
    await page.goto(site.url);
    await page.locator('.side-tools').scrollIntoViewIfNeeded();
    await shot(page, `frame-tools-${width}`);
    // its panels open beside their buttons
    if (width === 1440) await handle(page, '工具').click();
    await tool(page, '足迹').click();
    const [button, opened] = await Promise.all([tool(page, '足迹').boundingBox(), panel(page, 'side-footprints').boundingBox()]);
    if (!button || !opened) throw new Error('the panel is not drawn');
    const gap = width === 1440 ? button.x - (opened.x + opened.width) : button.y - (opened.y + opened.height);
    expect([width, gap >= 0 && gap < 40], `${gap}`).toEqual([width, true]);
    await page.keyboard.press('Escape');
    await page.goto(`${site.url}/programme`);
    await page.locator('.site-header input[name=keyword]').focus();
    const words = page.getByRole('group', { name: '搜索推荐' });
    await words.waitFor();
    const list = await words.boundingBox();
    expect([width, (list?.x ?? -1) >= 0, (list?.x ?? 0) + (list?.width ?? width + 1) <= width]).toEqual([width, true, true]);
    await leave(reader);
  }
});

it('F-49, F-52, U-47, S-004, SH-2 an empty search goes nowhere; its field offers what many look for and what was looked for last', async () => {
  const reader = await openReader(browser, site, { width: 1280 });
  const { page } = reader;
  await page.goto(`${site.url}/programme`);
  const field = page.locator('.site-header input[name=keyword]');
  const words = page.getByRole('group', { name: '搜索推荐' });
  // the first key on a page: what looks after the field has not been loaded
  await saidAfter(page, () => field.press('Enter'), '请输入关键词');
  expect([page.url(), await hasFocus(field)]).toEqual([`${site.url}/programme`, true]);
  await field.blur();
  await field.focus();
  await words.getByText('大家都在搜').waitFor();
  expect(await axeFindings(page, 'html')).toEqual([]);
  await shot(page, 'frame-search-1280');
  await page.keyboard.press('Escape');
  await expect.poll(() => words.isVisible()).toBe(false);
  expect(await hasFocus(field)).toBe(true);
  await saidAfter(page, () => page.keyboard.press('Enter'), '请输入关键词');

  await field.click();
  await words.waitFor();
  await page.keyboard.press('ArrowDown');
  const word = words.getByRole('link').first();
  const text = (await word.innerText()).trim();
  expect(await hasFocus(word)).toBe(true);
  await loadedAfter(page, () => page.keyboard.press('Enter'));
  expect(new URL(page.url()).searchParams.get('keyword')).toBe(text);
  const clicks = async () => (await beside.booted.app.db.select().from(hot_searches).where(eq(hot_searches.word, text)))[0]?.click_num;
  await expect.poll(clicks).toBe(1);

  await page.goto(`${site.url}/programme`);
  await field.focus();
  await words.getByRole('link', { name: text }).first().waitFor();
  await saidAfter(page, () => words.getByRole('button', { name: '清除记录' }).click(), '删除成功');
  expect(await words.getByText('最近搜索').count()).toBe(0);
  await words.getByRole('button', { name: '关闭' }).click();
  await expect.poll(() => words.isVisible()).toBe(false);
  await field.click();
  await words.waitFor();
  await page.locator('h1').click();
  await expect.poll(() => words.isVisible()).toBe(false);
  await leave(reader);
});

it('S-302, S-976 shows what a member saw, in the toolbar and by day, until it is deleted', async () => {
  const { token } = await beside.person();
  const reader = await openReader(browser, site, { token, width: 1440 });
  const { page } = reader;
  await page.goto(site.url);
  await handle(page, '工具').click();
  await tool(page, '足迹').click();
  await panel(page, 'side-footprints').getByText('暂无足迹').waitFor();
  for (const work of [world.vip, world.free]) {
    const seen = page.waitForResponse((answer) => answer.url().includes('/scheme/index/detail'));
    await Promise.all([seen, page.goto(`${site.url}/programme/detail?id=${work}`)]);
  }
  await tool(page, '足迹').click();
  const steps = panel(page, 'side-footprints').locator(`a[href="/programme/detail?id=${world.free}"]`);
  await expect.poll(() => steps.count()).toBe(1);
  await shot(page, 'frame-member-1440');
  await loadedAfter(page, () => panel(page, 'side-footprints').getByRole('link', { name: '查看更多' }).click());
  await page.getByRole('heading', { name: '今天' }).waitFor();
  expect(await axeFindings(page, 'html')).toEqual([]);
  await shot(page, 'frame-history-1440');
  const drop = page.getByRole('button', { name: /^删除《/ });
  await drop.first().click();
  await expect.poll(() => drop.count()).toBe(1);
  await page.getByRole('button', { name: '清空足迹' }).click();
  await page.getByText('暂无足迹').first().waitFor();

  await page.locator('.site-header').getByRole('button', { name: '我的消息' }).click();
  await panel(page, 'message-menu').getByText('没有未读消息').waitFor();
  await page.keyboard.press('Escape');
  await page
    .locator('.site-header')
    .getByRole('button', { name: /的账户菜单/ })
    .click();
  await panel(page, 'account-menu').getByRole('link', { name: '会员中心' }).waitFor();
  await page.context().clearCookies();
  await leave(reader);
});

it('F-57, P-002, S-005 an enterprise has its badge; messages stand four at a time and one less with each press; feedback takes a picture', async () => {
  const { id, token } = await beside.person();
  const { db } = beside.booted.app;
  const company = { name: '见鹿活动策划有限公司', licence: newLicence() };
  await db.insert(company_verifications).values({
    ...{ ...company, user_id: id, status: 'approved', legal_person: '林深', contact_name: '林深', sealed_contact: '', masked_contact: '' },
    ...{ picture_key: '', certified: company, certified_until: new Date(Date.now() + 86_400_000) },
  });
  for (const n of [1, 2, 3, 4, 5])
    await inTransaction(beside.ctx(), (tx) =>
      sendNotices(tx, [id], { topic: 'account', key: `frame:menu:${n}`, title: `第${n}条`, content: '内容', href: '/about/law' }),
    );
  const reader = await openReader(browser, site, { token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/about/privacy`);
  await page.locator('.site-header').getByRole('img', { name: '企业认证' }).waitFor();
  const badge = page.locator('.site-header [data-unread]').first();
  expect(await badge.textContent()).toBe('5');
  const messages = panel(page, 'message-menu').locator('.message-link');
  const openMenu = () => page.locator('.site-header').getByRole('button', { name: '我的消息' }).click();
  await openMenu();
  await messages.first().waitFor();
  expect(await messages.locator('.font-semibold').allTextContents()).toEqual(['第5条', '第4条', '第3条', '第2条']);
  expect(await axeFindings(page, 'html')).toEqual([]);
  await loadedAfter(page, () => messages.first().click());
  expect(new URL(page.url()).pathname).toBe('/about/law');
  expect(await badge.textContent()).toBe('4');
  const unread = async () => (await beside.call<{ num: number }>('GET', NOTICE_CALLS.num, token)).body.data.num;
  await expect.poll(unread).toBe(4);
  await openMenu();
  await expect.poll(() => messages.locator('.font-semibold').allTextContents()).toEqual(['第4条', '第3条', '第2条', '第1条']);
  await page.keyboard.press('Escape');

  await handle(page, '工具').click();
  await tool(page, '反馈').click();
  const dialog = page.getByRole('dialog', { name: '意见反馈' });
  await dialog.getByLabel('联系电话').fill('13800000000');
  await dialog.getByLabel('反馈内容').fill('列表在小屏幕上显示不全');
  const buffer = await sharp({ create: { width: 640, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await dialog.getByLabel('截图（可不填）').setInputFiles({ name: '截图.png', mimeType: 'image/png', buffer });
  expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
  await saidAfter(page, () => dialog.getByRole('button', { name: '提交反馈' }).click(), '反馈成功');
  const [sent] = await db.select().from(reports).where(eq(reports.user_id, id));
  expect(sent?.detail).toMatchObject({ image: expect.anything() });
  await leave(reader);
});

it('a visitor of the history is told why it is empty', async () => {
  const reader = await openReader(browser, site, { width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/history`);
  await page.getByText('您还没有足迹，请登录后记录足迹').first().waitFor();
  await page.locator('main').getByRole('link', { name: '登录' }).click();
  await page.waitForURL(/\/login\?from=%2Fhistory$/);
  await leave(reader);
});

/** What comes up by itself waits for the reader's first move. */
async function goAndMove(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await page.mouse.move(9, 9);
  await page.mouse.move(12, 12);
}
/** The same where nothing is due: whatever the move loads has been loaded, and it is not what draws. */
async function goAndSeeNothing(page: Page, path: string, ...none: Locator[]): Promise<void> {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const { quiet } = watchNetwork(page);
  await goAndMove(page, path);
  await quiet();
  for (const one of none) expect(await one.count()).toBe(0);
  expect(fetched.filter((url) => /run-popups|\/gateway\/hmh\//.test(url))).toEqual([]);
}

const bannerRow = async (id: number) => (await beside.booted.app.db.select().from(banners).where(eq(banners.id, id)))[0];
const open = (change: Partial<StaffBanner> & Pick<StaffBanner, 'type'>) =>
  saveBanner(beside.ctx(), null, {
    ...{ title: '年会季', summary: '两百份方案', picture: '', url: '/ppt', sort: 0, is_on: true, starts_at: 0, ends_at: 0 },
    ...change,
  });
/** By the staff's own call, which empties the kept pages: a row changed behind its back stays on pages for as long as they are kept. */
async function takeDown(...types: BannerType[]): Promise<void> {
  const rows = await beside.booted.app.db.select({ id: banners.id, type: banners.type }).from(banners).where(inArray(banners.type, types));
  for (const { id, type } of rows) {
    const off = { title: '已下线', summary: '', picture: '', url: '/ppt', sort: 0, is_on: false, starts_at: 0, ends_at: 0 };
    await saveBanner(beside.ctx(), id, { type: type as BannerType, ...off });
  }
  const told = async () => (await fetch(`${site.url}/programme`)).text();
  await expect.poll(told, { timeout: 20_000 }).not.toMatch(new RegExp(`data-popups="[^"]*\\[(${types.join('|')}),`));
}

it('S-603, SH-3 brings up what is due: the ad of the site after its seconds, then the one of the column, each once; the banner for visitors', async () => {
  const full = await open({ type: 9, title: '全站广告', countdown: 1, frequency_type: 1 });
  const column = await open({ type: 20, place: 2, title: '方案栏目广告', frequency_type: 2, target: 2 });
  await open({ type: 21, title: '注册有礼', url: '/register', frequency_type: 3 });
  const reader = await openReader(browser, site, { width: 1280 });
  const { page, context } = reader;
  // the change empties pages once it is delivered. Asked without a browser: one that waits would be shown the ad and counted
  await expect.poll(async () => (await fetch(`${site.url}/programme`)).text(), { timeout: 20_000 }).toContain(' data-popups=');
  await goAndMove(page, '/programme');
  const ad = page.getByRole('dialog', { name: '全站广告' });
  await ad.waitFor();
  await page.keyboard.press('Escape');
  expect(await ad.isVisible()).toBe(true);
  expect(await axeFindings(page, 'html')).toEqual([]);
  await shot(page, 'frame-ad-1280');
  await ad.getByRole('button', { name: '关闭' }).click();
  // H3: one a session; the next session brings the next
  const next = page.getByRole('dialog', { name: '方案栏目广告' });
  await expect.poll(() => ad.count()).toBe(0);
  expect(await next.count()).toBe(0);
  await context.clearCookies({ name: 'popup_came' });
  await goAndMove(page, '/programme');
  await next.waitFor();
  const cookies = await context.cookies();
  const cookie = (name: string) => cookies.find((one) => one.name === name);
  expect(cookie('ad_full')?.expires).toBeGreaterThan(0);
  expect(cookie('ad_column_2')?.expires).toBe(-1);
  await loadedAfter(page, () => next.getByRole('link').click());
  expect(new URL(page.url()).pathname).toBe('/ppt');
  await expect.poll(async () => [(await bannerRow(full))?.show_num, (await bannerRow(column))?.click_num]).toEqual([1, 1]);

  await page.mouse.move(9, 9);
  const bar = page.getByRole('complementary', { name: '注册' });
  await bar.waitFor();
  await shot(page, 'frame-register-1280');
  await bar.getByRole('button', { name: '关闭注册横幅' }).click();
  await goAndSeeNothing(page, '/programme', page.getByRole('dialog'), bar);
  await takeDown(9, 20, 21);
  await leave(reader);
});

it('U2 shows a new account its gifts as a card of its overview until they are put away, and brings nothing up', async () => {
  await saveGifts(beside.ctx(), GIFTS);
  const { id, token } = await beside.person();
  const reader = await openReader(browser, site, { token, width: 1280 });
  const { page, context } = reader;
  await goAndSeeNothing(page, '/about/privacy', page.getByRole('dialog'));
  await goAndMove(page, '/personalCenter');
  const gifts = page.getByRole('region', { name: '新人礼物' });
  await gifts.waitFor();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await shot(page, 'frame-gifts-1280');
  await gifts.getByRole('button', { name: '扫码进群' }).press('Enter');
  const code = page.getByRole('dialog', { name: '策划人社群' });
  expect(await readQr(code.getByRole('img', { name: '社群的二维码' }))).toBe('https://example.com/community');
  await code.getByRole('button', { name: '关闭' }).click();
  await gifts.getByRole('button', { name: '知道了' }).click();
  const taken = async () =>
    (await beside.booted.app.db.select().from(new_readers).where(eq(new_readers.user_id, id)))[0]?.gift_taken_at ?? null;
  await expect.poll(taken).not.toBeNull();
  await page.reload();
  await page.getByRole('heading', { name: /等您处理|值得一看/ }).waitFor();
  expect(await gifts.count()).toBe(0);

  await context.addCookies([{ name: 'ad_full', value: '1', url: site.url }]);
  await page
    .locator('.site-header')
    .getByRole('button', { name: /的账户菜单/ })
    .click();
  await loadedAfter(page, () => panel(page, 'account-menu').getByRole('button', { name: '退出登录' }).click());
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('ad_full');
  await leave(reader);
});

it('brings up what can be claimed and the membership upgrade once each, on two pages, and not below /active/', async () => {
  await open({ type: 22, title: '领取优惠券', url: '/personalCenter/myCoupon' });
  await open({ type: 23, title: '升级会员', url: '/vip/openVip' });
  const reader = await openReader(browser, site, { width: 390 });
  const { page } = reader;
  const claim = page.getByRole('dialog', { name: '领取优惠券' });
  const upgrade = page.getByRole('dialog', { name: '升级会员' });
  // the change empties pages once it is delivered
  for (const path of ['/active/luck', '/about/law', '/about/privacy', '/hmh'])
    await expect.poll(async () => (await (await fetch(site.url + path)).text()).includes('[23,')).toBe(true);
  await goAndSeeNothing(page, '/active/luck', claim, upgrade);
  expect(await page.locator('body').getAttribute('data-popups')).toContain('[23,');

  await goAndMove(page, '/about/law');
  await claim.waitFor();
  expect(await axeFindings(page, 'html')).toEqual([]);
  await shot(page, 'frame-claim-390');
  await page.keyboard.press('Escape');
  await expect.poll(() => claim.count()).toBe(0);
  expect(await upgrade.count()).toBe(0);
  await page.context().clearCookies({ name: 'popup_came' });
  await goAndMove(page, '/about/privacy');
  await upgrade.waitFor();
  await shot(page, 'frame-upgrade-390');
  await loadedAfter(page, () => upgrade.getByRole('link').click());
  expect(new URL(page.url()).pathname).toBe('/vip/openVip');
  await goAndSeeNothing(page, '/hmh', claim, upgrade);
  await leave(reader);
});

it('asks once a session for an upgrade that is not for this reader', async () => {
  // the claim came up; the upgrade is for new accounts, which the page cannot know
  await beside.booted.app.db.update(banners).set({ audience: 'new' }).where(eq(banners.type, 23));
  await beside.booted.app.db.update(new_readers).set({ registered_at: new Date(0) });
  const { token } = await beside.person();
  await beside.booted.app.db.update(new_readers).set({ registered_at: new Date(0), gift_taken_at: new Date() });
  const reader = await openReader(browser, site, { token, width: 1280 });
  const { page, context } = reader;
  await context.addInitScript(() => localStorage.setItem('claim_popup', '1'));
  const answers: string[] = [];
  page.on('response', (answer) => answer.url().includes('/vipupgrade') && answers.push(answer.url()));
  await goAndMove(page, '/about/law');
  await expect.poll(() => answers.length).toBe(1);
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name === 'vip_upgrade')).toBe(true);
  await goAndSeeNothing(page, '/about/privacy');
  expect(answers.length).toBe(1);
  await takeDown(22, 23);
  await leave(reader);
});

it('shows a message that came while a page was open, without a press', async () => {
  const { id, token } = await beside.person();
  const reader = await openReader(browser, site, { token, width: 1280 });
  const { page, context } = reader;
  await context.clock.install();
  await page.goto(`${site.url}/about/law`);
  const number = page.locator('[data-unread]').first();
  expect(await number.isVisible()).toBe(false);
  await inTransaction(beside.ctx(), (tx) => sendNotices(tx, [id], { topic: 'account', key: 'frame:1', title: '新消息', content: '内容' }));
  await expect
    .poll(async () => {
      await context.clock.fastForward(60_000);
      return number.textContent();
    })
    .toBe('1');
  await leave(reader);
});
