import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { createUser, issueToken } from '#server/modules/identity/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, readQr, saidAfter, shot } from '../support/reader-browser.ts';

const PASSWORD = 'secret-123';
const VISITOR = '13300000001';

const { site, beside, browser, world } = joinedSite(4);
beforeAll(async () => {
  await createUser(beside.ctx(), { mobile: VISITOR, password: PASSWORD, nickname: '后来登录' });
});

const detail = (id = world.paid) => `${site.url}/programme/detail?id=${id}`;
const head = (page: Page, name: RegExp) => page.locator('.item-head').getByRole('button', { name });
const follow = (page: Page, name: string) => page.locator('.item-rest').getByRole('button', { name });

describe('signed in', () => {
  it('collects and follows at once, after a reload still, and takes both back', async () => {
    const { token } = await beside.person('13300000002');
    const reader = await openReader(browser, site, { token, width: 1440 });
    const { page } = reader;
    await page.goto(detail());
    await saidAfter(page, () => head(page, /^收藏/).click(), '收藏成功');
    await head(page, /^已收藏\s*1$/).waitFor();
    await saidAfter(page, () => follow(page, '关注').click(), '关注成功');
    await page.reload();
    await head(page, /^已收藏\s*1$/).waitFor();
    await follow(page, '已关注').waitFor();
    await shot(page, 'detail-signed-in-1440');
    await saidAfter(page, () => head(page, /^已收藏/).click(), '取消收藏成功');
    await head(page, /^收藏$/).waitFor();
    await saidAfter(page, () => follow(page, '已关注').click(), '取消关注成功');
    await page.reload();
    await head(page, /^收藏$/).waitFor();
    await follow(page, '关注').waitFor();
    await leave(reader);
  });

  it('follows a publisher on their own page, who sees no such button there', async () => {
    const { token } = await beside.person('13300000008');
    const reader = await openReader(browser, site, { token, width: 1440 });
    const { page } = reader;
    const button = (name: string) => page.locator('main').getByRole('button', { name });
    await page.goto(`${site.url}/personalLecturer?uid=${world.publisher_id}`);
    await saidAfter(page, () => button('关注').click(), '关注成功');
    await page.reload();
    await button('已关注').waitFor();
    await leave(reader);
    const { token: own } = await issueToken(beside.ctx(), world.publisher_id);
    const publisher = await openReader(browser, site, { token: own, width: 390 });
    await publisher.page.goto(`${site.url}/personalLecturer?uid=${world.publisher_id}`);
    await publisher.page.locator('main').getByRole('button', { name: '关注' }).waitFor({ state: 'detached' });
    await leave(publisher);
  });

  it('reports: says what is missing, then 举报成功', async () => {
    const { token } = await beside.person('13300000003');
    const reader = await openReader(browser, site, { token });
    const { page } = reader;
    await page.goto(detail());
    await head(page, /^举报/).click();
    const dialog = page.getByRole('dialog', { name: '举报' });
    const send = dialog.getByRole('button', { name: '提交举报' });
    expect(await dialog.getByLabel('联系电话').inputValue()).toBe('133****0003');
    await dialog.getByLabel('联系电话').fill('');
    await send.click();
    await dialog.getByText('请输入联系电话').waitFor();
    await dialog.getByText('请输入反馈内容').waitFor();
    await dialog.getByLabel('联系电话').fill('1390000');
    await dialog.getByLabel('反馈内容').fill('封面与内容不符');
    await dialog.getByText('请输入11位手机号码').waitFor();
    expect(await axeFindings(page, 'dialog[open]')).toEqual([]);
    await dialog.getByLabel('联系电话').fill('13300000003');
    await saidAfter(page, () => send.click(), '举报成功');
    await dialog.waitFor({ state: 'detached' });
    await leave(reader);
  });
});

describe('a visitor', () => {
  it('F-63 shares without signing in: the code leads to this page', async () => {
    const reader = await openReader(browser, site);
    const { page } = reader;
    await page.goto(detail());
    await head(page, /^分享/).click();
    const code = page.getByRole('img', { name: '本页的二维码' });
    await code.waitFor();
    // the publisher's figures tell who came by a shared link
    const shared = `${detail()}&from=share`;
    expect(await readQr(code)).toBe(shared);
    expect(await page.getByLabel('页面链接').inputValue()).toBe(shared);
    await shot(page, 'share-1280');
    await leave(reader);
  });

  it('K-011, S-979 who collects is asked to sign in, and the press goes on after it', async () => {
    const reader = await openReader(browser, site);
    const { page } = reader;
    await page.goto(detail());
    await head(page, /^收藏/).click();
    const login = page.locator('dialog[open]');
    await login.locator('input[name=account]').fill(VISITOR);
    await login.locator('input[name=password]').fill(PASSWORD);
    await saidAfter(page, () => login.locator('button[type=submit]').click(), '收藏成功');
    await head(page, /^已收藏/).waitFor();
    await leave(reader);
  });

  it('sees every button with its words before any script ran', async () => {
    const reader = await openReader(browser, site, { javascript: false, width: 1440 });
    const { page } = reader;
    await page.goto(detail());
    for (const name of [/^¥68 购买$/, /^收藏/, /^分享/, /^举报/]) expect(await head(page, name).isVisible()).toBe(true);
    expect(await follow(page, '关注').isVisible()).toBe(true);
    const inside = await page.locator('.side-bar').evaluate((bar) => {
      const { left, right } = bar.getBoundingClientRect();
      // the way back to the top comes with the first scrolling
      return [...bar.querySelectorAll('button, a')]
        .filter((one) => one.checkVisibility())
        .every((one) => {
          const box = one.getBoundingClientRect();
          return box.left >= left && box.right <= right;
        });
    });
    expect(inside).toBe(true);
    await shot(page, 'detail-noscript-1440');
    await leave(reader);
  });
});

describe('without JavaScript', () => {
  it('lists, filters, searches and reads; the login page says what it needs', async () => {
    const reader = await openReader(browser, site, { javascript: false });
    const { page } = reader;
    const cards = page.locator('main a[href^="/programme/detail?id="]');
    await page.goto(`${site.url}/programme`);
    expect(await cards.count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: '免费', exact: true }).first().click();
    await page.waitForURL(/price=free/);
    const shown = await cards.evaluateAll((all) => all.map((card) => (card as HTMLAnchorElement).search));
    expect(shown).toContain(`?id=${world.free}`);
    expect(shown).not.toContain(`?id=${world.paid}`);
    const field = page.locator('header input[type=search]');
    await field.fill('晚宴方案');
    await field.press('Enter');
    await page.waitForURL(/\/search\?(?:.*&)?keyword=/);
    await cards.first().click();
    await page.waitForURL(/\/programme\/detail\?id=\d+/);
    expect(await page.locator('.item-main [data-page] img').count()).toBe(3);
    expect(await page.locator('.item-main-action noscript p').isVisible()).toBe(true);
    await page.goto(`${site.url}/login`);
    expect(await page.locator('noscript p').isVisible()).toBe(true);
    expect(await page.locator('noscript p').innerText()).toContain('登录与注册需要浏览器开启 JavaScript');
    await leave(reader);
  });
});
