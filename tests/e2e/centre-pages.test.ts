import { sql } from 'drizzle-orm';
import type { Browser } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { centerGroups } from '#contract/areas/index.ts';
import { issueCoupon, makeBatch, saveDefinition } from '#server/modules/vouchers/index.ts';
import { joinedSite } from '../support/join-site.ts';
import { makePerson } from '../support/people.ts';
import { axeFindings, openReader, shot } from '../support/reader-browser.ts';
import type { SharedSite } from '../support/shared-site.ts';
import { SPECIFIED_PAGES } from '../support/specified-pages.ts';

const joined = joinedSite();
let site: SharedSite;
let browser: Browser;
beforeAll(async () => {
  ({ site, browser } = joined);
});

const OVERVIEW = '/personalCenter';
/** Every page of the centre: those that the specification names, and those of the menu. */
const PAGES = [
  ...new Set([
    ...SPECIFIED_PAGES.map(([path]) => path).filter((path) => path.startsWith(OVERVIEW)),
    ...centerGroups.flatMap(({ entries }) => entries.map(({ route }) => route)).filter((route) => route.startsWith(OVERVIEW)),
  ]),
];

describe('the personal centre', () => {
  it('F-45, P-001 leads visitors of every page to the login, and the login back to it', async () => {
    expect(PAGES.length).toBeGreaterThan(37);
    const { page, context } = await openReader(browser, site);
    const led: Array<[string, string]> = [];
    for (const path of PAGES.filter((one) => one !== OVERVIEW)) {
      await page.goto(site.url + path, { waitUntil: 'commit' });
      await page.waitForURL(/\/login\?/, { waitUntil: 'commit' });
      led.push([path, new URL(page.url()).searchParams.get('from') ?? '']);
    }
    expect(led).toEqual(led.map(([path]) => [path, path]));
    await page.goto(site.url + OVERVIEW);
    await page.getByText('登录后查看订单与发布').waitFor();
    expect(new URL(page.url()).pathname).toBe(OVERVIEW);
    await context.close();
  });

  it('P-010 shows on its overview what waits, what was had and collected, and every page of its menu', async () => {
    // the order that the buyer began with stands, or was closed in time and another can be placed
    const order = { id: joined.world.schemes[3], balance: 0, user_coupon_id: 0 };
    await joined.beside.call('POST', '/scheme/buy/order', site.people.buyer, order);
    const { page, context, complaints } = await openReader(browser, site, { width: 1440, token: site.people.buyer });
    await page.goto(site.url + OVERVIEW);
    const waits = page.getByRole('list', { name: '待办' });
    await waits.getByRole('link', { name: /待付款订单/ }).waitFor();
    await page.getByRole('region', { name: '最近得到的内容' }).locator('img').first().waitFor();
    const linked = await page.locator('.center-menu li a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(linked).toEqual(centerGroups.flatMap(({ entries }) => entries.map(({ route }) => route)));
    await waits.getByRole('link', { name: /待付款订单/ }).click();
    await page.waitForURL(/view=orders&status=waiting/);
    const tab = page.getByRole('tab', { name: /待支付/ });
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([1440, 390] as const)('holds at %i px: axe finds nothing on the overview, nothing is pushed sideways', async (width) => {
    const { page, context } = await openReader(browser, site, { width, token: site.people.publisher });
    await page.goto(site.url + OVERVIEW, { waitUntil: 'networkidle' });
    await page.getByRole('region', { name: '最近的作品' }).waitFor();
    await shot(page, `centre-${width}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await context.close();
  });

  it('keeps what a list shows in its address, through a reload and beside other words', async () => {
    const { page, context } = await openReader(browser, site, { token: site.people.buyer });
    const shows = async (role: 'tab' | 'button', name: RegExp | string) => {
      const chosen = page.getByRole(role, { name });
      await expect.poll(() => chosen.getAttribute(role === 'tab' ? 'aria-selected' : 'aria-pressed')).toBe('true');
    };
    for (const [path, role, name, says] of [
      ['/personalCenter/mySchemeOrder', 'tab', /^已关闭/, 'status=closed'],
      ['/personalCenter/myVipschemeOrder', 'tab', /^已支付/, 'status=paid'],
      ['/personalCenter/myWallet/srDetaildszmx', 'button', '支出', 'way=out'],
      ['/personalCenter/myFigures', 'button', '近 7 天', 'days=7'],
      ['/personalCenter/myClass?tab=orders', 'tab', /^待支付/, 'tab=orders&status=waiting'],
    ] as const) {
      await page.goto(site.url + path);
      await page.getByRole(role, { name }).click();
      await expect.poll(() => new URL(page.url()).search, { message: path }).toBe(`?${says}`);
      await page.reload();
      await shows(role, name);
    }
    // what the reader chose is taken back, and taken again
    for (const [path, role, name, says, before] of [
      ['/personalCenter/myDemand', 'tab', /^草稿/, 'tab=draft', /^全部/],
      ['/personalCenter/mySalon', 'tab', '我举办的', 'tab=organised', '我的门票'],
      ['/personalCenter/myPublish?tab=draft', 'button', /^PPT/, 'tab=draft&kind=ppt', '全部类型'],
      ['/personalCenter/myRecruit', 'tab', '找简历', 'tab=found', '职位与应聘者'],
      ['/personalCenter/myOrder', 'tab', '全部订单', 'view=orders', '可下载的内容'],
    ] as const) {
      await page.goto(site.url + path);
      await page.getByRole(role, { name }).click();
      await expect.poll(() => new URL(page.url()).search, { message: path }).toBe(`?${says}`);
      await page.goBack();
      await shows(role, before);
      expect(page.url()).toBe(site.url + path);
      await page.goForward();
      await shows(role, name);
    }
    // the wallet names its view behind the hash, its lists their page before it
    await page.goto(`${site.url}/personalCenter/myWallet?page=3#sales`);
    await shows('tab', '我的销售');
    await expect.poll(() => page.url()).toBe(`${site.url}/personalCenter/myWallet#sales`);
    await context.close();
  });

  it('shows own coupons by state, and makes one of a code', async () => {
    const { beside } = joined;
    const reader = await beside.person();
    const staff = beside.ctx((await makePerson({ app: beside.booted.app, ctx: beside.ctx }, { roles: ['operator'] })).actor);
    const now = beside.booted.app.clock.now().getTime();
    const give = (title: string, days: number) => {
      const coupon = { user_id: reader.id, type: 5, amount_fen: 2_000, min_price_fen: 0, use_end_time: new Date(now + days * 86_400_000) };
      return issueCoupon(beside.ctx(), { ...coupon, title });
    };
    await give('还能用的券', 7);
    await give('过期的券', -1);
    const used = await give('用掉的券', 7);
    await beside.booted.app.db.execute(sql`update user_coupons set status = 'redeemed' where id = ${used}`);
    const definition_id = await saveDefinition(staff, {
      ...{ id: 0, use: 'item', type: 5, title: '线下活动券', amount: 20, percent_off: 0, min_price: 0, claim_from: 0, claim_to: 0 },
      ...{ use_end_time: 0, valid_days: 30, stock: 0, per_person: 1, claimable: false, auto_get: false, for_new: false, is_on: true },
    });
    const batch = { definition_id, title: '线下活动', num: 1, per_person: 1, ends_at: new Date(now + 86_400_000) };
    const [code = ''] = (await makeBatch(staff, batch)).codes;
    const { page, context, complaints } = await openReader(browser, site, { token: reader.token, expected: /40[049]/ });
    await page.goto(`${site.url}/personalCenter/myCoupon`);
    for (const [tab, title] of [
      ['已使用 1', '用掉的券'],
      ['已过期 1', '过期的券'],
      ['未使用 1', '还能用的券'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText(title).waitFor();
      await expect.poll(() => page.getByText(/的券$/).count()).toBe(1);
    }
    const field = page.getByLabel('兑换码');
    await field.fill('2222-2222-2222-2222');
    await page.getByRole('button', { name: '兑换', exact: true }).click();
    await page.getByText('兑换码无效，请检查后重新输入').waitFor();
    await field.fill(code.toLowerCase());
    await page.getByRole('button', { name: '兑换', exact: true }).click();
    await page.getByRole('tab', { name: '未使用 2' }).waitFor();
    await page.getByRole('tabpanel').getByText('线下活动券').waitFor();
    expect(await field.inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
